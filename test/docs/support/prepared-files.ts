import { join } from 'node:path'
import { REPO } from '../../../lab/architecture/source-tree.js'

/**
 * Programs that stand on the reader's path. A run whose number of episodes the text leaves open plays one here: ten are
 * half a minute each time.
 */
export const PROGRAMS = {
  graft: `#!/bin/sh
[ "$1" = run ] && case "$*" in *--episodes*|*--resume*|*--inject*) ;; *) set -- "$@" --episodes 1 ;; esac
exec "${process.execPath}" "${join(REPO, 'bin/graft.js')}" "$@"
`,
  // its ports are the real ones: it gets a network of its own
  'graft-alone': `#!/bin/sh
exec unshare --net --map-root-user sh -c 'ip link set lo up; exec "$@"' - "${process.execPath}" "${join(REPO, 'bin/graft.js')}" "$@"
`,
  'graft-lab': `#!/bin/sh
exec "${process.execPath}" "${join(REPO, 'bin/graft-lab.js')}" "$@"
`,
  sudo: `#!/bin/sh
exec "$@"
`,
}

const LEAF = (leaf: string): string => `<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    ${leaf}
  </BehaviorTree>
</root>
`

/** @param zone where the blocks are picked */
const mission = (zone: number): string => `<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    <Sequence>
      <MoveToZone zone="${zone}"/>
      <SubTree ID="Pick"/>
      <MoveToHome/>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID="Pick">
    <LoadBlocks/>
  </BehaviorTree>
</root>
`

const HOME = 'version: 1\nworld: { name: home, task: tidy }\nrobot: { body: virtual, pace: real }\n'

/** Files of the reader's own, under the names that the texts use. */
export const FILES: Readonly<Record<string, string>> = {
  'tree.xml': LEAF(
    '<Sequence><Script code="a := 1"/><ForceSuccess><AlwaysFailure/></ForceSuccess></Sequence>',
  ),
  'mission.xml': mission(1),
  'my-tree.xml': mission(1),
  'better.xml': mission(1),
  'trees/one.xml': mission(1),
  'old.xml': mission(1),
  'mine.xml': mission(1),
  'new.xml': mission(3),
  'graft.yaml': HOME,
  'elsewhere/graft.yaml': HOME,
  'my-robot.yaml': 'version: 1\n',
  'cases/a.xml': LEAF('<AlwaysSuccess/>'),
  'cases/a.expected.json': '{"case":{"steps":["tick"]}}',
  'lessons.yaml': `lessons:
  - for: { button: button, closure: door }
    when: not open(?closure)
    first: Open closure=?closure
    before: Press button=?button
    key: { instruction: press the red button, scene: 'red button: button; pressed of red button: no' }
    origin: { robot: arm, world: tabletop, skills: 004bf62f5b00 }
    evidence: { held: 2, failed: 0 }
`,
}

/** Copies of what the repository has, under the names that the texts use. */
export const COPIES: Readonly<Record<string, string>> = {
  'my-field.yaml': 'config/fields/F2.yaml',
  'my-fields.yaml': 'config/fields/F3.yaml',
  'palette.xml': 'bt/nodes.xml',
  'tea.xml': 'worlds/service/policy/initial.xml',
  ros2: 'examples/ros2',
  'session.ndjson': 'test/drivers/transcripts/stop.ndjson',
  'my-robot': 'worlds/service',
}
