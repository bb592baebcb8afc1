import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { pursue } from '#app/world/pursue.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { Attempt, Sight, Step } from '#instructions/repair/attempt.js'
import { sayEvent, type PursuitEnd, type PursuitEvent } from '#instructions/repair/events.js'
import { isReached } from '#instructions/repair/proof.js'
import { pursuit, type PursuedTask, type PursuitLimits } from '#instructions/repair/pursuit.js'
import type { Answer, Question } from '#instructions/repair/question.js'
import { keyOf, situationOf } from '#instructions/repair/short-term-memory.js'
import type { Fluents } from '#worlds/value.js'
import { SimulatedWorld } from '../../../lab/bench/service/simulated-world.js'
import { but, smallTask, STORE } from './small-worlds.js'

const LIMITS: PursuitLimits = { steps: 30, repairs: 10, questions: 0 }

interface Played {
  readonly end: PursuitEnd
  readonly events: readonly PursuitEvent[]
  /** what the executor was given */
  readonly given: readonly Step[]
}

/** Plays a pursuit against an executor that answers at once. */
function play(
  task: PursuedTask,
  execute: (step: Step) => Sight,
  limits = LIMITS,
  ask: (question: Question) => { readonly answer: Answer; readonly belief: Fluents } = () => ({
    answer: { kind: 'stop' },
    belief: task.domain.initial,
  }),
): Played {
  const [events, given]: [PursuitEvent[], Step[]] = [[], []]
  const run = pursuit({ ...task, listen: (event) => events.push(event) }, task.domain.initial, limits)
  for (let next = run.next(); ;) {
    if (next.done === true) return { end: next.value, events, given }
    const demand = next.value
    if (demand.kind === 'execute') given.push(demand.step)
    next = run.next(
      demand.kind === 'execute'
        ? { kind: 'sight', sight: execute(demand.step) }
        : { kind: 'answer', ...ask(demand.question) },
    )
  }
}

const store = (fails = '[]') => smallTask(STORE.replace('FAILS', fails), ['place(red) = shelf'])
const words = ({ events }: Played): string[] => events.flatMap((event) => sayEvent(event) ?? [])

/** Boxes that can be taken from the side only. */
const sideOnly =
  (world: SimulatedWorld) =>
  (step: Step): Sight =>
    step.skill === 'Pick' && step.args['way'] !== 'side'
      ? { reported: 'failed', seen: world.truth, reason: 'the fingers do not close' }
      : world.execute(step)

describe('MOD-03, PRAG-04: a task pursued step by step', () => {
  it('takes another grasp when the first one fails, and says so', () => {
    const domain = store()
    const world = new SimulatedWorld(domain, {
      truth: domain.initial,
      report: 'reported',
      drawsOf: () => stream(1),
    })
    const played = play({ domain }, sideOnly(world))
    expect(played.given.map((step) => keyOf(step))).toEqual([
      'Pick box=red',
      'Pick box=red way=side',
      'Put box=red spot=shelf',
    ])
    expect(played.end).toEqual({
      kind: 'done',
      counts: { executed: 3, refused: 0, repairs: 1, replans: 0, questions: 0 },
    })
    expect(words(played)).toEqual([
      'failed: Pick: red: the fingers do not close',
      'I try it in another way: Pick: red, side; Put: red, shelf',
      'done: Pick: red, side',
      'done: Put: red, shelf',
      'It is done.',
    ])
  })

  it('keeps steps from the executor that the twin refuses, whoever has written them', () => {
    const domain = store()
    const world = new SimulatedWorld(domain, {
      truth: domain.initial,
      report: 'reported',
      drawsOf: () => stream(1),
    })
    const steps = [{ skill: 'Put', args: { box: 'red', spot: 'shelf' }, path: '' }]
    const { end, given } = play({ domain, steps }, (step) => world.execute(step))
    expect(end).toMatchObject({ kind: 'done', counts: { refused: 1, executed: 2 } })
    expect(given[0]).toEqual({ skill: 'Pick', args: { box: 'red' } })
    expect(world.forbidden).toBe(0)
  })

  it('asks the question that helps most when nothing else is left, and goes on with the answer', () => {
    const domain = store()
    let [helped, questions] = [false, 0]
    let truth: Fluents = domain.initial
    const execute = (step: Step): Sight => {
      const tried = tryStep(step, truth, domain)
      const can = (helped || step.skill !== 'Pick') && tried.ok
      truth = (can ? tried.value.ends[0] : truth) ?? truth
      return can
        ? { reported: 'done', seen: truth }
        : { reported: 'failed', seen: truth, reason: 'it is stuck' }
    }
    const played = play({ domain }, execute, { ...LIMITS, questions: 1 }, (question) => {
      helped = true
      questions++
      expect(question.text).toContain('Pick: red')
      return { answer: { kind: 'done' }, belief: truth }
    })
    expect(questions).toBe(1)
    expect(played.end).toMatchObject({ kind: 'done', counts: { questions: 1 } })
    const alone = play({ domain: store() }, (step) => ({
      ...execute(step),
      reported: 'failed',
      seen: domain.initial,
    }))
    expect(alone.end.kind).toBe('stuck')
    expect(alone.end.question?.text).toContain('Can you help with it')
  })

  it('is the same with an executor that takes its time', async () => {
    const domain = store()
    const draws = { truth: domain.initial, report: 'reported', drawsOf: () => stream(1) } as const
    const world = new SimulatedWorld(domain, draws)
    const execute = sideOnly(world)
    const end = await pursue(
      { domain },
      {
        belief: () => world.truth,
        execute: (step) => Promise.resolve(execute(step)),
        ask: () => Promise.resolve({ kind: 'stop' }),
      },
      LIMITS,
    )
    expect(end).toEqual(play({ domain }, sideOnly(new SimulatedWorld(domain, draws))).end)
    expect(end.kind).toBe('done')
  })

  it('stops within its limits', () => {
    const domain = store('[{ text: it slips, chance: 0.9, effect: [] }]')
    const never = (): Sight => ({ reported: 'failed', seen: domain.initial, reason: 'it slips' })
    expect(play({ domain }, never, { steps: 2, repairs: 9, questions: 0 }).end).toMatchObject({
      kind: 'out-of-steps',
      counts: { executed: 2 },
    })
    expect(play({ domain }, never, { steps: 9, repairs: 1, questions: 0 }).end).toMatchObject({
      kind: 'out-of-repairs',
      counts: { executed: 2, repairs: 1 },
    })
  })
})

describe('what holds in every pursuit', () => {
  const spots = ['left', 'right', 'shelf']

  it('no step that the twin refuses is executed, nothing is tried in vain twice, and the end is the truth', () => {
    let [failures, done, steps] = [0, 0, 0]
    const check = (seed: number, from: string, to: string, chance: number): void => {
      const domain = smallTask(STORE.replace('FAILS', '[]'), [`place(red) = ${to}`])
      const draw = stream(seed)
      const other = spots.find((spot) => spot !== from) ?? from
      const truth = but(domain.initial, { 'place(red)': from, 'place(blue)': other })
      const believed = { ...domain, initial: truth }
      const simulated = new SimulatedWorld(domain, { truth, report: 'reported', drawsOf: () => stream(seed) })
      let belief = truth
      const attempts: Attempt[] = []
      const listen = (event: PursuitEvent): void => {
        if (event.kind === 'attempt') attempts.push(event.attempt)
      }
      const played = play({ domain: believed }, (step) => {
        expect(tryStep(step, belief, domain).ok).toBe(true)
        const fails = draw.chance(chance)
        const sight: Sight = fails
          ? { reported: 'failed', seen: simulated.truth, reason: 'it has failed' }
          : simulated.execute(step)
        failures += Number(fails)
        belief = sight.seen
        return sight
      })
      played.events.forEach(listen)
      steps += attempts.length
      const inVain = attempts
        .filter(({ outcome }) => outcome !== 'done')
        .map((one) => `${keyOf(one)} in ${situationOf(domain, one, one.before)}`)
      expect(new Set(inVain).size).toBe(inVain.length)
      expect(played.end.kind === 'done').toBe(isReached(domain, domain.follow(simulated.truth)))
      done += Number(played.end.kind === 'done')
    }
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(...spots),
        fc.constantFrom(...spots),
        fc.constantFrom(0, 0.2, 0.4),
        check,
      ),
      { numRuns: 120, seed: 7 },
    )
    expect(failures).toBeGreaterThan(10)
    expect(done).toBeGreaterThan(15)
    expect(steps).toBeGreaterThan(80)
  })
})
