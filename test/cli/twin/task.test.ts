import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { graftTwin } from './graft-twin.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-task-'))
const TASK = join(folder, 'task.yaml')
writeFileSync(
  TASK,
  `task: glass
text: Bring the glass, and do not go near the sink.
world: service
start: { at: fridge }
goals: [location(water_glass) = coffee_table]
never: [at = sink]
`,
)
const service = ['--domain', 'service']
const glass = `${REPO}/worlds/service/trees/move-water-glass.xml`

describe('graft twin check and explain with a task', () => {
  it('the task replaces the goal of the world, and its constraints are checked', async () => {
    const passes = await graftTwin('check', glass, ...service, '--task', TASK)
    expect([passes.code, passes.err]).toEqual([0, ''])
    expect(passes.out).not.toContain('goal-missed')
    const refused = await graftTwin(
      'check',
      glass,
      ...service,
      '--task',
      TASK,
      '--never',
      'at = kitchen_table',
    )
    expect(refused.code).toBe(1)
    expect(refused.out).toContain(
      'error plan.task.never: MoveTo place="kitchen_table" as the first step: after MoveTo',
    )
  })

  it('a goal of the command line replaces the one of the world; a prohibition leaves it', async () => {
    const missed = await graftTwin('check', glass, ...service, '--goal', 'location(mug) = sink')
    expect(missed.code).toBe(0)
    expect(missed.out).toContain('the plan does not achieve: location(mug) = sink')
    const other = await graftTwin('check', glass, ...service, '--never', 'at = sink', '--fact', 'at=fridge')
    expect([other.code, other.out.includes('does not achieve')]).toEqual([0, false])
    const idle = `${REPO}/worlds/service/trees/fetch-milk.xml`
    const own = await graftTwin(
      'check',
      idle,
      ...service,
      '--never',
      'at = sink',
      '--fact',
      'location(milk)=unknown',
    )
    expect(own.code).toBe(1)
    expect(own.out).toContain('location(milk) is unknown: no skill observes it')
  })

  it('explain knows the task, too', async () => {
    const { out, code } = await graftTwin('explain', 'MoveTo place="sink"', ...service, '--task', TASK)
    expect(code).toBe(1)
    expect(out).toContain('✗ task.never')
    expect(out).toContain('it would be so that at = sink, which must never be in this task')
  })

  it.each([
    [
      ['check', glass, ...service, '--goal', 'at = zink'],
      '--goal:1:6: error task.unknown-name: nothing is called "zink"',
    ],
    [['check', glass, ...service, '--never', 'at ='], '--never:1:5: error task.formula-syntax'],
    [
      ['check', glass, ...service, '--task', 'nowhere.yaml'],
      'error task.file-missing: there is no file nowhere.yaml',
    ],
    [['check', glass, '--goal', 'at = sink'], 'error plan.no-world: --goal is for worlds defined as data'],
    [['explain', 'LoadBlocks', '--never', 'x'], '--never is for worlds defined as data (--domain)'],
    [['check', glass, ...service, '--fact', 'at=zink'], 'at cannot be "zink"'],
  ])('%j is refused', async (args, text) => {
    const { err, code } = await graftTwin(...args)
    expect(code).toBe(2)
    expect(err).toContain(text)
  })

  it('rules shows the start, the definitions and the goal', async () => {
    const { out } = await graftTwin('rules', ...service)
    expect(out).toContain(
      'at the start\n    at  sofa\n    location  water_glass: kitchen_table, mug: cupboard',
    )
    expect(out).toContain('    open  no for all\n')
    expect(out).toContain(
      'goal\n    the water glass is on the coffee table  ·  location(water_glass) = coffee_table',
    )
    expect(out).toMatch(/^hand_free {2}not exists/m)
  })
})
