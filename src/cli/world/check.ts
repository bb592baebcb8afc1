import { formatDiagnostic } from '#base/diagnostic.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { isOnField } from '#app/world/field/field-world.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { openRobots } from '#app/world/open-robots.js'
import { tryRobot } from '#app/world/try-robot.js'
import { refusalsIn } from '#app/world/twin-view.js'
import { formatStep } from '#twin/domain/domain.js'
import { checkConditions } from '#worlds/condition/tree-conditions.js'
import { proveWorld, type WorldProof } from '#worlds/prove/prove-world.js'
import { searchPlan, type FoundPlan } from '#worlds/search/search-plan.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { Io } from '../bt/output/io.js'
import { tryBase, tryReference } from './field-findings.js'

export interface CheckOptions {
  readonly task?: string
  readonly tree?: string
  readonly limit: number
  /** who answers for a real robot that is moved */
  readonly armedBy?: string
  readonly json: boolean
}

/** One thing that was checked. */
interface Finding {
  readonly what: 'plan' | 'tree' | 'rules' | 'robot'
  readonly ok: boolean
  readonly text: string
}

/** `graft world check`: reads the documents of a world and proves what a search can. */
export async function checkWorld(world: string, options: CheckOptions, io: Io): Promise<ExitCode> {
  const { task, tree, limit, armedBy, json } = options
  const loaded = await loadWorld({
    world,
    ...(task !== undefined && { task }),
    ...(tree !== undefined && { tree }),
  })
  if (!loaded.ok) {
    for (const problem of loaded.error) io.err.write(`${formatDiagnostic(problem)}\n`)
    return EXIT.usage
  }
  const { domain, task: read } = loaded.value
  const inTask = withTask(domain, read)
  if (!json) io.out.write(`${domain.name}, task ${read.name}: ${read.text}\n\n`)
  const findings: Finding[] = []
  const found = (finding: Finding): void => {
    findings.push(finding)
    if (!json) io.out.write(`${finding.ok ? '✓' : '✗'} ${finding.text}\n`)
  }
  const onField = isOnField(loaded.value)
  const plan = onField ? null : searchPlan(inTask, inTask.initial, () => NOMINAL_SECONDS)
  const reached = onField
    ? ({ what: 'plan', ...(await tryReference(loaded.value, inTask)) } as const)
    : planFinding(plan)
  found(reached)
  for (const each of treeFindings(loaded.value, inTask)) found(each)
  for (const each of ruleFindings(loaded.value, proveWorld(inTask, { limit }), plan, reached.ok)) found(each)
  const robot = onField
    ? tryBase(loaded.value).map((each) => ({ what: 'robot', ...each }) as const)
    : await robotFindings(loaded.value, plan, armedBy, io)
  for (const each of robot) found(each)
  const wrong = findings.filter(({ ok }) => !ok).length
  if (json) io.out.write(`${JSON.stringify({ world: domain.name, task: read.name, findings, wrong })}\n`)
  else io.out.write(wrong === 0 ? '\nnothing to mend\n' : `\n${wrong} to mend\n`)
  return wrong === 0 ? EXIT.ok : EXIT.planFails
}

/** seconds that every step is taken to last, for the points of a plan */
const NOMINAL_SECONDS = 10

const planFinding = (plan: FoundPlan | null): Finding =>
  plan === null
    ? { what: 'plan', ok: false, text: 'no plan was found that reaches the goals' }
    : {
        what: 'plan',
        ok: true,
        text: `the task can be reached in ${plan.steps.length} steps: ${plan.steps.map(formatStep).join(', ')}`,
      }

/** A first tree that fails is what a run begins with: it is told, and not to be mended here. */
function treeFindings({ policy, library, domain }: LoadedWorld, inTask: TaskDomain): readonly Finding[] {
  const conditions = checkConditions(policy, domain).map((problem): Finding => ({
    what: 'tree',
    ok: problem.severity !== 'error',
    text: formatDiagnostic(problem),
  }))
  const refusals = refusalsIn(inTask, library, policy)
  const text =
    refusals.length === 0
      ? 'the first tree passes the plan check'
      : `the first tree will have to learn: ${refusals[0]}`
  return [...conditions, { what: 'tree', ok: true, text }]
}

function ruleFindings(
  { robot }: LoadedWorld,
  { findings, checks, states, complete }: WorldProof,
  plan: FoundPlan | null,
  reached: boolean,
): readonly Finding[] {
  const sensed = new Set([...robot.sensors.values()].flatMap((sensor) => sensor.facts))
  const many = `${checks.length} ${checks.length === 1 ? 'check' : 'checks'}`
  const text = `${many} looked at in ${states} states${complete ? ', all there are' : ''}`
  const wrong = findings.filter(
    (finding) =>
      // what search has found elsewhere, what sensors report, and what a task only forbids
      !(finding.code === 'no-plan' && reached) &&
      !(
        finding.code === 'fact-untouched' && [...sensed].some((fact) => finding.text.includes(` ${fact} `))
      ) &&
      // a goal among others may be to come back, or to leave something as it is
      !(finding.code === 'goal-at-start' && (plan?.steps.length !== 0 || finding.text.includes('never: '))),
  )
  return [
    { what: 'rules', ok: true, text },
    ...wrong.map(({ text: what }): Finding =>
      complete
        ? { what: 'rules', ok: false, text: what }
        : { what: 'rules', ok: true, text: `${what}, of those looked at (--limit looks at more)` },
    ),
  ]
}

/** Tries the robot, unless something real would move and nobody answers for it. */
async function robotFindings(
  world: LoadedWorld,
  plan: FoundPlan | null,
  armedBy: string | undefined,
  io: Io,
): Promise<readonly Finding[]> {
  const { name, driver } = world.robot
  if (driver.real && armedBy === undefined)
    return [
      {
        what: 'robot',
        ok: true,
        text: `${name}: not moved, its driver is its own (${driver.kind}); --armed-by YOUR-NAME moves and tries it`,
      },
    ]
  const onLog = (line: string): void => void io.err.write(`${line}\n`)
  const robots = await openRobots(world, { seed: 1, faults: 'none', onLog })
  if (!robots.ok)
    return robots.error.map((problem) => ({ what: 'robot', ok: false, text: formatDiagnostic(problem) }))
  const opened = robots.value(1)
  if (!opened.ok) return [{ what: 'robot', ok: false, text: opened.error.text }]
  const tried = await tryRobot(world, opened.value, plan?.steps[0])
  return tried.map((each) => ({ what: 'robot', ...each }))
}
