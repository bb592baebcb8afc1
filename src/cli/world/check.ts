import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { plural } from '#app/command-line/words.js'
import { EXIT, interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { writeOut } from '#adapters/files/write-out.js'
import { isOnField } from '#app/world/field/field-world.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { refusalsIn } from '#app/world/twin-view.js'
import { locateWorld } from '#worlds/files/locate-world.js'
import type { Task } from '#worlds/task/task.js'
import { withTask } from '#worlds/task/with-task.js'
import { err, ok, type Result } from '#base/result.js'
import { isUnreadable } from '#documents/read-text-file.js'
import type { Io } from '#terminal/io.js'
import { checkProgress } from './check-progress.js'
import { tryBase, tryReference } from './field-findings.js'
import { findingLine, fine, type Finding } from './finding.js'
import { expectationsOf, judgeRules, unreadable } from './judge-rules.js'
import { readFolder, worldFileOf, type RulesFolder } from './read-folder.js'
import { robotFindings } from './robot-findings.js'

export interface CheckOptions {
  readonly task?: string
  readonly tree?: string
  readonly limit: number
  /** who answers for a real robot that is moved */
  readonly armedBy?: string
  /** writes what is expected from now on, before it is compared */
  readonly write?: boolean
  readonly json: boolean
}

/** A world as it is checked; without a robot, as far as its rules go. */
interface Opened {
  readonly rules: RulesFolder
  readonly task: Task
  readonly loaded: LoadedWorld | undefined
}

/** `graft world check`: reads the documents of a world and proves what a search can. */
export async function checkWorld(world: string, options: CheckOptions, io: Io): Promise<ExitCode> {
  const { limit, armedBy, json } = options
  const opened = await openWorld(world, options)
  if (!opened.ok) return refuse(opened.error, io, opened.error.some(isAbsent) ? EXIT.usage : EXIT.no)
  const { rules, task, loaded } = opened.value
  const { onProgress, done } = checkProgress(io.err, () => performance.now())
  if (!json) io.out.write(`${rules.domain.name}, task ${task.name}: ${task.text}\n\n`)
  if (options.write === true) {
    const file = join(rules.folder, 'expect.yaml')
    const text = expectationsOf(rules, { limit, onProgress })
    const odd = unreadable(rules, text, file)
    if (odd !== undefined) return refuse(odd, io)
    const problem = writeOut(file, text)
    if (problem !== undefined) return refuse([problem], io)
    io.err.write(`${file} is written\n`)
  }
  const findings: Finding[] = []
  const found = (finding: Finding): void => {
    findings.push(finding)
    if (!json) io.out.write(findingLine(finding))
  }
  const sensed = loaded && new Set([...loaded.robot.sensors.values()].flatMap((sensor) => sensor.facts))
  const onField = loaded !== undefined && isOnField(loaded)
  const reference = onField ? await tryReference(loaded, withTask(rules.domain, task)) : undefined
  const judged = await judgeRules(rules, { task, limit, sensed, reference, onProgress })
  done()
  for (const each of judged.findings) found(each)
  if (loaded === undefined) found(fine('robot', 'there is no robot.yaml yet: the rules alone were checked'))
  else {
    found(firstTree(loaded))
    const onLog = (line: string): void => void io.err.write(`${line}\n`)
    const robot = onField
      ? tryBase(loaded)
      : await interruptible(async (signal) => {
          const tried = await robotFindings(loaded, judged.plan, { armedBy, onLog, signal })
          return signal.aborted ? undefined : tried
        }, '\nstopping the robot…\n')
    if (robot === undefined) return EXIT.interrupted
    for (const each of robot) found(each)
  }
  const wrong = findings.filter(({ ok: right }) => !right).length
  if (json)
    io.out.write(`${JSON.stringify({ world: rules.domain.name, task: task.name, findings, wrong })}\n`)
  else io.out.write(wrong === 0 ? '\nno problems\n' : `\n${plural(wrong, 'problem')}\n`)
  return wrong === 0 ? EXIT.ok : EXIT.no
}

function refuse(problems: readonly Diagnostic[], io: Io, code: ExitCode = EXIT.usage): ExitCode {
  for (const problem of problems) io.err.write(`${formatDiagnostic(problem)}\n`)
  return code
}

/** Whether there is nothing to judge: no such world, task or file, or a file that cannot be read. */
const isAbsent = (problem: Diagnostic): boolean =>
  isUnreadable(problem) ||
  ['world.missing', 'world.no-folder', 'task.missing', 'tree.unreadable'].includes(problem.code)

async function openWorld(
  world: string,
  { task, tree }: CheckOptions,
): Promise<Result<Opened, readonly Diagnostic[]>> {
  const place = locateWorld(world)
  const bare = rulesAlone(place)
  if (bare !== undefined && tree === undefined) {
    const rules = await readFolder(place, bare)
    if (!rules.ok) return rules
    const asked = rules.value.tasks.find(({ name }) => name === task) ?? rules.value.tasks[0]
    if (asked !== undefined && (task === undefined || asked.name === task))
      return ok({ rules: rules.value, task: asked, loaded: undefined })
    return err([noTask(task ?? '', rules.value.tasks)])
  }
  const loaded = await loadWorld({
    world,
    ...(task !== undefined && { task }),
    ...(tree !== undefined && { tree }),
  })
  if (!loaded.ok) return loaded
  const { folder } = loaded.value
  const rules = await readFolder(folder, join(folder, 'world.yaml'))
  return rules.ok ? ok({ rules: rules.value, task: loaded.value.task, loaded: loaded.value }) : rules
}

/** The world file of a folder that has no robot yet. */
const rulesAlone = (world: string): string | undefined =>
  existsSync(world) && statSync(world).isDirectory() && !existsSync(join(world, 'robot.yaml'))
    ? worldFileOf(world)
    : undefined

const noTask = (task: string, known: readonly Task[]): Diagnostic => ({
  code: 'task.missing',
  severity: 'error',
  message: `there is no task ${task}`,
  expected: known.map(({ name }) => name).join(', '),
  got: task,
})

/** A first tree that fails is what a run begins with: it is only reported. */
function firstTree({ policy, library, domain, task }: LoadedWorld): Finding {
  const refusals = refusalsIn(withTask(domain, task), library, policy)
  return fine(
    'tree',
    refusals.length === 0
      ? 'the first tree passes the plan check'
      : `the first tree is read; it does not pass the plan check yet, and a run begins by mending it: ${refusals[0]}`,
  )
}
