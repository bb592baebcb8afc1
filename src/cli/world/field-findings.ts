import { join } from 'node:path'
import { formatDiagnostic } from '#base/diagnostic.js'
import { tryFieldSkills } from '#app/world/field/field-world.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { twinView } from '#app/world/twin-view.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { fine, wrong, type Finding } from './finding.js'

/**
 * Whether the task of the field can be reached: by the good tree that ships with it. The general search for plans takes
 * minutes for sixteen blocks; the field has a planner of its own (`graft bench vrl`).
 */
export async function tryReference(world: LoadedWorld, inTask: TaskDomain): Promise<Finding> {
  const tree = join(world.folder, 'policy', 'reference.xml')
  const loaded = await loadWorld({ ...world.files, tree })
  if (!loaded.ok) return wrong('plan', loaded.error.map(formatDiagnostic).join('\n'))
  const { policy, library } = loaded.value
  const { refused, missed } = twinView(inTask, library, NOTHING_KNOWN).check(policy, false)
  const failures = [...refused.map(({ text }) => text), ...missed]
  return failures.length === 0
    ? fine(
        'plan',
        'the task can be reached: policy/reference.xml passes the plan check and ends at the goals',
      )
    : wrong('plan', `policy/reference.xml does not reach the task: ${failures.join('; ')}`)
}

const NOTHING_KNOWN = { secondsOf: () => 0, failureOf: () => 0 }

/** What can be said of the base without moving it. */
export const tryBase = (world: LoadedWorld): readonly Finding[] => [
  ...tryFieldSkills(world).map((tried): Finding => ({ what: 'robot', ...tried })),
  {
    what: 'robot',
    ok: true,
    text: 'the base is not moved here: graft faults tries its stop, and docs/stopping.md has the figures',
  },
]
