import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { must, ok } from '#base/result.js'
import type { TriedStep } from '#learning/episode.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import { answerOrder, onlyRepeatable } from '#service/planning/plan-order.js'
import { orderOperator } from '#service/world/order-operator.js'
import { sceneOperations } from '#service/operations/scene.js'
import { chosenPlan, Proposals, VALID_MS, type Proposal } from '#service/orders/proposals.js'
import type { OrderAnswer } from '#service/planning/jobs.js'
import { ShownOrder } from '#service/orders/shown-order.js'
import { isSame, StandingBelief } from '#service/world/standing-belief.js'
import { readDomain } from '#worlds/files/read-domain.js'

const domain = must(await readDomain('home'), 'home')
const empty = { memories: () => [] }
const believed = Object.fromEntries(domain.initial)
const hear = (order: string, more = believed): Promise<OrderAnswer> =>
  answerOrder({ kind: 'hear', order, believed: more }, domain, empty)
type Heard = Extract<OrderAnswer, { kind: 'heard' }>

const ORDER = 'bring the mug to the kitchen table'

async function proposal(order = ORDER): Promise<Proposal> {
  const { decision, plans } = (await hear(order)) as Heard
  return { order, speaker: undefined, by: 'anna', believed: domain.initial, decision, plans, tried: [] }
}

describe('an order that is planned aside', () => {
  it('comes back as data that another process can hold, with a task that begins where it is believed', async () => {
    const answer = (await hear(ORDER)) as Heard
    expect(structuredClone(answer)).toEqual(answer)
    const [plan] = answer.plans
    expect(plan?.steps.map(({ skill }) => skill)).toEqual(['GoTo', 'Pick', 'GoTo', 'Place'])
    expect(plan?.planned.order.start).toMatchObject({ 'location(mug)': 'coffee_table' })
    expect(plan?.files.tree).toContain('<Pick')
    const there = { ...believed, 'location(mug)': 'kitchen_table' }
    expect(await hear(ORDER, there)).toMatchObject({ decision: { kind: 'holds' }, plans: [] })
  })

  it('whatever is said, there is an answer: each plan has its files', async () => {
    const words = [
      'bring',
      'the',
      'mug',
      'fridge',
      'open',
      'and',
      'not',
      'all',
      'to',
      'it',
      'me',
      '?',
      '7',
      'sofa',
    ]
    const sentence = fc.array(fc.constantFrom(...words), { maxLength: 7 }).map((all) => all.join(' '))
    const kinds = new Set<string>()
    const anything = fc.oneof(sentence, fc.string({ maxLength: 40, unit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(anything, async (order) => {
        const answer = await hear(order)
        kinds.add(answer.kind === 'heard' ? answer.decision.kind : answer.kind)
        if (answer.kind !== 'heard' || answer.decision.kind !== 'question') return true
        return answer.plans.length === answer.decision.choices.length
      }),
      { numRuns: 40 },
    )
    expect(kinds.size).toBeGreaterThanOrEqual(2)
  }, 60_000)

  it('leaves out the choices that depend on chance, and is refused where nothing is left', async () => {
    const question = { kind: 'ask', why: 'which?', choices: ['a', 'b', 'c'] } as never
    const [ready] = (await proposal()).plans
    const left = (plans: Parameters<typeof onlyRepeatable>[1]): unknown => onlyRepeatable(question, plans)
    expect(left([undefined, ready, null])).toEqual({
      decision: { kind: 'ask', why: 'which?', choices: ['b', 'c'] },
      plans: [ready, null],
    })
    expect(left([null, ready, null])).toMatchObject({ decision: { choices: ['a', 'b', 'c'] } })
    expect(left([undefined, undefined, undefined])).toBeUndefined()
    expect(onlyRepeatable({ kind: 'plan' } as never, [undefined])).toBeUndefined()
    expect(onlyRepeatable({ kind: 'holds' } as never, [])).toMatchObject({ plans: [] })
  })

  it('warns of a memory that cannot be read', async () => {
    const row = { field: 'home', key: 'k', json: '{' }
    const torn = { memories: (kind: string) => (kind === 'lesson' ? [row] : []) }
    const answer = await answerOrder({ kind: 'hear', order: ORDER, believed }, domain, torn)
    expect(answer).toMatchObject({
      kind: 'heard',
      warnings: [{ message: expect.stringContaining('k') as string }],
    })
    expect(await hear(ORDER)).toMatchObject({ warnings: [] })
  })

  it('goes on after a tree that failed, is done when it is so, and gives up after the last one', async () => {
    const [plan] = (await proposal()).plans
    if (!plan) throw new Error('no plan')
    const at = { ...believed, at: 'coffee_table' }
    const failed: TriedStep = {
      ...{ path: '0', skill: 'Pick', args: { item: 'mug' }, t: 0, seconds: 1 },
      ...{ result: 'exec_fail', text: 'it slipped', before: at, after: {} },
    }
    const further = (more: object): Promise<OrderAnswer> =>
      answerOrder(
        {
          ...{ kind: 'further', planned: plan.planned, tried: [[failed]], robot: 'r' },
          ...{ believed: at, isLast: false },
          ...more,
        },
        domain,
        empty,
      )
    expect(await further({})).toMatchObject({ kind: 'plan' })
    expect(await further({ isLast: true })).toMatchObject({
      kind: 'stuck',
      why: expect.any(String) as string,
    })
    expect(await further({ believed: { ...at, 'location(mug)': 'kitchen_table' } })).toMatchObject({
      kind: 'done',
    })
  })
})

describe('plans that wait to be confirmed', () => {
  it('are for who was shown them, for a while, and for once', async () => {
    let now = 0
    const kept = new Proposals(() => now)
    const shown = await proposal()
    const id = kept.add(shown)
    expect(kept.find(id, 'ben')).toMatchObject({ ok: false, error: { code: 'do.other' } })
    expect(must(kept.find(id, 'anna'), 'found')).toBe(shown)
    now = VALID_MS + 1
    expect(kept.find(id, 'anna')).toMatchObject({ ok: false, error: { code: 'do.expired' } })
    const ids = Array.from({ length: 20 }, () => kept.add(shown))
    expect(ids.filter((one) => kept.find(one, 'anna').ok)).toHaveLength(16)
    kept.drop(ids.at(-1) ?? '')
    expect(kept.find(ids.at(-1) ?? '', 'anna')).toMatchObject({ error: { code: 'do.unknown' } })
  })

  it('of a question need the number of a choice', async () => {
    const question = await proposal('bring the mug')
    expect(question.plans.length).toBeGreaterThan(1)
    const codes = [undefined, 0, question.plans.length + 1].map((choice) => chosenPlan(question, choice))
    expect(codes.map((one) => !one.ok && one.error.code)).toEqual(['do.choice', 'do.choice', 'do.choice'])
    expect(must(chosenPlan(question, 2), 'second')).toBe(question.plans[1])
    expect(chosenPlan({ ...question, plans: [null] }, 1)).toMatchObject({ error: { code: 'do.holds' } })
    expect(chosenPlan(await proposal(), undefined)).toMatchObject({ ok: true })
  })
})

describe('an order that is shown', () => {
  it('says which step runs, and what came of it', async () => {
    const body = { body: 'virtual', pace: 'fast', device: null } as const
    const parts = initialStatus(body, 'off')
    const statusPublisher = new StatusPublisher({ now: () => 0, version: '1', parts })
    const order = await proposal()
    const [plan] = order.plans
    if (!plan) throw new Error('no plan')
    const shown = new ShownOrder(statusPublisher, order)
    const states = (): readonly string[] =>
      (statusPublisher.status().order?.steps ?? []).map(({ state }) => state)
    const unwatch = shown.running(plan)
    const node = (step: number, to: 'RUNNING' | 'SUCCESS' | 'FAILURE'): void => {
      const { skill = '', args = {} } = plan.steps[step] ?? {}
      const event = { seq: 1, t: 0, path: '0', node: skill, args, from: 'IDLE', to, attempt: 1 } as never
      statusPublisher.publish({ kind: 'node', episode: 1, event })
    }
    node(0, 'RUNNING')
    node(0, 'SUCCESS')
    node(1, 'RUNNING')
    expect(states()).toEqual(['done', 'running', 'open', 'open'])
    node(1, 'FAILURE')
    expect(states()[1]).toBe('failed')
    unwatch()
    node(2, 'RUNNING')
    expect(states()[2]).toBe('open')
    shown.ended('done', 'It is done.')
    expect(states()).toEqual(['done', 'failed', 'unneeded', 'unneeded'])
  })
})

describe('what is believed while nothing moves', () => {
  it('is as the newest has left it, without what only a task knows', () => {
    const belief = new StandingBelief(domain.initial)
    belief.left(new Map([...domain.initial, ['location(mug)', 'sofa'], ['of a task', true]]))
    expect([belief.facts.get('location(mug)'), belief.facts.has('of a task')]).toEqual(['sofa', false])
    expect(isSame(belief.facts, domain.initial)).toBe(false)
    belief.ended({ kind: 'not-started', failure: { kind: 'stopped', text: '' } }, 0)
    expect(belief.facts.get('location(mug)')).toBe('sofa')
    belief.restored()
    expect(isSame(belief.facts, new Map([...domain.initial].reverse()))).toBe(true)
  })

  it('is not as an earlier episode of a run has left it that was resumed and has run none', () => {
    const belief = new StandingBelief(domain.initial)
    const record = { facts: { end: { ...believed, 'location(mug)': 'sofa' } } } as never
    const end = { kind: 'cut-short', by: 'operator-stop', records: [record] } as never
    belief.ended(end, 1)
    expect(isSame(belief.facts, domain.initial)).toBe(true)
    belief.ended(end, 0)
    expect(belief.facts.get('location(mug)')).toBe('sofa')
  })

  it('is not changed under what has begun while the note was written', async () => {
    const body = { body: 'virtual', pace: 'fast', device: null } as const
    const parts = initialStatus(body, 'off')
    const statusPublisher = new StatusPublisher({ now: () => 0, version: '1', parts })
    const restored = vi.fn(() => Promise.resolve())
    const reset = (whileWritten: () => void): unknown =>
      sceneOperations({
        ...{ statusPublisher, restored, task: () => 't', episode: () => undefined },
        store: { addNote: () => (whileWritten(), Promise.resolve(ok(null))) } as never,
      })['scene.reset']({ note: 'all is back' }, { name: 'anna' } as never)
    expect(await reset(() => undefined)).toMatchObject({ ok: true })
    expect(restored).toHaveBeenCalledTimes(1)
    const begun = (): void => statusPublisher.set({ activity: 'running' })
    expect(await reset(begun)).toMatchObject({ error: { code: 'busy' } })
    expect(restored).toHaveBeenCalledTimes(1)
  })

  it('decides whether an order is armed once a person has armed it', async () => {
    let now = domain.initial
    const told: string[] = []
    const person = { arm: () => Promise.resolve('ben'), mayMove: () => Promise.resolve(true) }
    const confirmed = { order: ORDER, by: 'anna', believed: now }
    const armed = (virtual: boolean, whileAsked = (): void => undefined): Promise<string | null> => {
      const place = { virtual, believed: () => now, tell: (text: string) => void told.push(text) }
      const by = orderOperator(person, confirmed, place).arm(1)
      whileAsked()
      return by
    }
    expect([await armed(false), await armed(true), told]).toEqual(['ben', 'anna', []])
    const restored = (): void => void (now = new Map([...now, ['location(mug)', 'sofa']]))
    expect(await armed(false, restored)).toBeNull()
    expect(await armed(true)).toBeNull()
    expect(told).toHaveLength(2)
  })
})
