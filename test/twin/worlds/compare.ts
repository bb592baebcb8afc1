import { stream, type Rng } from '#base/random.js'
import { type Diagnostic, formatDiagnostic } from '#base/diagnostic.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import { loadDomain } from '#worlds/load-domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import { stringify } from 'yaml'
import { anyArgs, anyPlan, anyState } from './make/moves.js'
import type { Seen } from './make/vocabulary.js'
import { makeWorld } from './make/world.js'
import { goals, judge, say, type Args, type Verdict } from './reference/judge.js'
import type { Mistake } from './reference/mean.js'
import { check, type Plan } from './reference/plan.js'
import { readWorld, type SkillRead, type State, type World, type WorldData } from './reference/world.js'

/** Where the two evaluators part. */
export interface Difference {
  readonly seed: number
  readonly what: string
  readonly data: WorldData
}

/** States, and steps in each of them, that one world is looked at with. */
const STATES = 2
const STEPS = 3
const PLANS = 1
/** One world in so many goes through YAML text; the others are handed over as data, which is quicker. */
const AS_TEXT = 25

/**
 * Makes a world and looks at it with both evaluators.
 * @param mistake one that the reference makes on purpose
 * @returns the first difference; undefined when there is none
 */
export function compareWorld(seed: number, seen: Seen, mistake?: Mistake): Difference | undefined {
  const rng = stream('worlds', seed)
  const data = makeWorld(rng, seen)
  const loaded =
    seed % AS_TEXT === 0 ? parseDomainText(stringify(data), 'world.yaml') : loadDomain(data, () => undefined)
  if (!loaded.ok) {
    seen.endWorld()
    const errors = loaded.error.filter(({ severity }) => severity === 'error')
    if (errors.every(({ code }) => BOUNDS.has(code))) seen.add('beyond a bound')
    else return { seed, what: sayProblems(loaded.error), data }
    seen.endWorld()
    return undefined
  }
  const world = readWorld(data)
  const what = attempted(() => differs(world, loaded.value, rng, seen, mistake), mistake)
  seen.endWorld()
  return what === undefined ? undefined : { seed, what, data }
}

/** A reference that is wrong on purpose may also ask for facts that there are not: that is noticed, too. */
function attempted(compare: () => string | undefined, mistake: Mistake | undefined): string | undefined {
  if (mistake === undefined) return compare()
  try {
    return compare()
  } catch (cause) {
    return String(cause)
  }
}

/** What is refused for its size, which the generator does not reckon. */
const BOUNDS: ReadonlySet<string> = new Set([
  'domain.formula-too-costly',
  'domain.formula-too-long',
  'domain.formula-too-deep',
])

function differs(
  world: World,
  domain: DataDomain,
  rng: Rng,
  seen: Seen,
  mistake: Mistake | undefined,
): string | undefined {
  if (say(world.start) !== say(plain(domain.initial))) return `start: ${say(plain(domain.initial))}`
  let state = world.start
  for (let look = 0; look < STATES; look++) {
    const holds = goals(world, state, mistake)
    const facts = asFacts(domain, state)
    const held = domain.goal?.map((one) => one.holds(facts)) ?? []
    if (String(holds) !== String(held)) return `goal: ${String(held)}, not ${String(holds)}, in ${say(state)}`
    seen.add(holds.includes(true) ? 'a goal holds' : 'a goal does not hold')
    let after: State | undefined
    for (let step = 0; step < STEPS; step++) {
      const skill = rng.pick(world.skills)
      const args = anyArgs(skill, rng, seen)
      const wanted = judge(world, skill, args, state, mistake)
      seen.add(wanted.kind === 'refused' && !/^c\d/.test(wanted.by) ? wanted.by : wanted.kind)
      const odd = stepDiffers(domain, skill, args, state, wanted, rng, world)
      if (odd !== undefined) return `${skill.name} ${JSON.stringify(args)} in ${say(state)}: ${odd}`
      if (wanted.kind !== 'allowed') continue
      if (wanted.ends.length > 1) seen.add('several outcomes')
      after = rng.pick(wanted.ends)
    }
    state = after !== undefined && rng.chance(0.5) ? after : anyState(world, rng)
  }
  for (let plan = 0; plan < PLANS; plan++) {
    const odd = planDiffers(world, domain, anyPlan(world, rng, seen), state, seen, mistake)
    if (odd !== undefined) return odd
  }
  return undefined
}

function stepDiffers(
  domain: DataDomain,
  { name }: SkillRead,
  args: Args,
  state: State,
  wanted: Verdict,
  rng: Rng,
  world: World,
): string | undefined {
  const facts = asFacts(domain, state)
  const intent = domain.intend({ skill: name, args }, facts)
  if (!intent.ok)
    return wanted.kind === 'bad-argument' ? undefined : `${intent.error.text}, not ${wanted.kind}`
  const [command] = intent.value
  if (command === undefined || wanted.kind === 'nothing-to-do')
    return command === undefined && wanted.kind === 'nothing-to-do' ? undefined : `done, not ${wanted.kind}`
  const verdict = domain.judge(facts, command)
  if (!verdict.ok) {
    const by = wanted.kind === 'refused' ? wanted.by : wanted.kind
    return verdict.error.checkId === by ? undefined : `${verdict.error.checkId}, not ${by}`
  }
  if (wanted.kind !== 'allowed') return `allowed, not ${wanted.kind === 'refused' ? wanted.by : wanted.kind}`
  const [ends, others] = [verdict.value.outcomes.map((end) => say(plain(end))), wanted.ends.map(say)]
  if (String(ends.toSorted()) !== String(others.toSorted()))
    return `outcomes ${ends.join('\n')}\nnot ${others.join('\n')}`
  for (const after of [...wanted.ends, anyState(world, rng)]) {
    const expected = verdict.value.expected.every((one) => one.holds(asFacts(domain, after)))
    if (expected !== wanted.expects(after)) return `${say(after)} is ${expected ? '' : 'not '}expected`
  }
  return undefined
}

function planDiffers(
  world: World,
  domain: DataDomain,
  plan: Plan,
  start: State,
  seen: Seen,
  mistake: Mistake | undefined,
): string | undefined {
  const report = checkPlan(nodeOf(plan, '/'), asFacts(domain, start), domain, LIMITS)
  if (!report.complete) {
    seen.add('a plan beyond the limits')
    return undefined
  }
  const wanted = check(world, plan, start, mistake)
  const missed = report.warnings.filter((one) => one.kind === 'remark' && one.code === 'goal-missed').length
  const found = {
    fails: report.verdict === 'fails',
    success: report.ends.success,
    failure: report.ends.failure,
    missed,
  }
  seen.add(wanted.fails ? 'a plan fails' : 'a plan passes')
  if (wanted.success > 1) seen.add('a plan ends in several worlds')
  if (wanted.missed > 0) seen.add('a goal is missed')
  const same = JSON.stringify(found) === JSON.stringify(wanted)
  return same
    ? undefined
    : `plan ${JSON.stringify(plan)} from ${say(start)}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`
}

const LIMITS = { steps: 600, visits: 3000, depth: 100, worlds: 200, maxReported: 50, fixes: 0 }

function nodeOf(plan: Plan, path: string): PlanNode {
  switch (plan.do) {
    case 'step':
      return { kind: 'step', path, step: { skill: plan.skill, args: plan.args, path } }
    case 'condition':
      return {
        kind: 'choice',
        options: [
          { label: 'it holds', node: { kind: 'result', end: 'SUCCESS' } },
          { label: 'it does not', node: { kind: 'result', end: 'FAILURE' } },
        ],
      }
    case 'sequence':
    case 'fallback': {
      const until = plan.do === 'sequence' ? 'failure' : 'success'
      return {
        kind: 'in-order',
        until,
        children: plan.parts.map((part, index) => nodeOf(part, `${path}/${index}`)),
      }
    }
    case 'invert':
      return { kind: 'becomes', success: 'FAILURE', failure: 'SUCCESS', child: nodeOf(plan.of, `${path}/0`) }
    case 'force-success':
      return { kind: 'becomes', success: 'SUCCESS', failure: 'SUCCESS', child: nodeOf(plan.of, `${path}/0`) }
    case 'force-failure':
      return { kind: 'becomes', success: 'FAILURE', failure: 'FAILURE', child: nodeOf(plan.of, `${path}/0`) }
    case 'repeat':
    case 'retry':
      return { kind: plan.do, times: plan.times, child: nodeOf(plan.of, `${path}/0`) }
  }
}

const plain = (facts: Fluents): State => Object.fromEntries(facts)

const asFacts = (domain: DataDomain, state: State): Fluents =>
  new Map([...domain.initial.keys()].map((fact) => [fact, state[fact] ?? 'missing']))

const sayProblems = (problems: readonly Diagnostic[]): string =>
  `does not load:\n${problems.map(formatDiagnostic).join('\n')}`
