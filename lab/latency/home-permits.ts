import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import { sampleOf, type Sample } from '#lab/link/permit.js'
import { PermitOffice, type Revised } from '#twin/permit.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import { loadTask } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'

const HOME = fileURLToPath(new URL('../../worlds/home', import.meta.url))

/** The shipped home with so many things in it, and its task of tidying up. */
export function homeWith(items: number): TaskDomain {
  const world = parse(readFileSync(join(HOME, 'world.yaml'), 'utf8')) as {
    types: { item: string[]; surface: string[] }
    state: { 'location(item)': { start: Record<string, string> } }
  }
  const { item, surface } = world.types
  for (let n = item.length; n < items; n++) {
    item.push(`thing_${n}`)
    world.state['location(item)'].start[`thing_${n}`] = surface[n % surface.length] ?? 'sofa'
  }
  const domain = must(parseDomainText(stringify(world), 'world.yaml'), `a home with ${items} things`)
  const task = readFileSync(join(HOME, 'tasks/tidy.yaml'), 'utf8')
  return withTask(domain, must(loadTask(task, 'tidy.yaml', domain), 'its task'))
}

interface Belief extends Revised {
  readonly facts: Fluents
}

/** A command in a state, as a random walk meets it. */
interface Request {
  readonly state: Belief
  readonly command: GroundSkill
}

/** Commands in the states that a random walk comes through; as many as are refused are allowed. */
function walk(
  domain: TaskDomain,
  count: number,
): { readonly allowed: Request[]; readonly refused: Request[] } {
  const rng = stream('latency', domain.name, count)
  const steps = domain.steps(20_000)
  const [allowed, refused]: Request[][] = [[], []]
  if (allowed === undefined || refused === undefined) throw new Error('two lists')
  let facts = domain.initial
  for (let rev = 0; allowed.length < count || refused.length < count; rev++) {
    const [command] = must(domain.intend(rng.pick(steps), facts), 'a step of known values')
    if (command === undefined) continue
    const verdict = domain.judge(facts, command)
    const into = verdict.ok ? allowed : refused
    if (into.length < count) into.push({ state: { rev, facts }, command })
    if (verdict.ok) facts = verdict.value.outcomes[0]
  }
  return { allowed, refused }
}

/** How long the twin takes in a home, µs: for what it allows with the permit's redemption, and for what it refuses. */
export function homeLatency(
  items: number,
  iterations: number,
): { readonly allowed: Sample; readonly refused: Sample; readonly objects: number } {
  const domain = homeWith(items)
  const office = new PermitOffice({
    judge: ({ facts }: Belief, command: GroundSkill) => domain.judge(facts, command),
    // as the executor of skills does it
    copy: (command: GroundSkill) => structuredClone(command),
  })
  const time = (requests: readonly Request[], isAllowed: boolean): Sample => {
    const times = new Float64Array(iterations)
    for (let n = -WARM_UP; n < iterations; n++) {
      const { state, command } = requests[(n + WARM_UP) % requests.length] as Request
      const begun = performance.now()
      const granted = office.request(state, command, ms(n + WARM_UP))
      const sent = granted.ok && office.redeem(granted.value.permit, command, state, ms(n + WARM_UP + 1)).ok
      const took = (performance.now() - begun) * 1000
      if (sent !== isAllowed) throw new Error(`${domain.describeCommand(command)} is judged in two ways`)
      if (n >= 0) times[n] = took
    }
    return sampleOf(times)
  }
  const { allowed, refused } = walk(domain, STATES)
  return { allowed: time(allowed, true), refused: time(refused, false), objects: domain.objects.size }
}

const WARM_UP = 5_000
/** commands of each kind, over and over */
const STATES = 500
