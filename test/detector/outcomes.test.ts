import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { gather } from '#detector/evidence.js'
import { judgeAfter, judgeBefore } from '#detector/judge.js'
import { seenAfter, seenBefore, type AllSeen } from '#detector/outcomes.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { sayJudgement, type Evidence } from '#worlds/run/judgement.js'
import { UNKNOWN } from '#worlds/value.js'

const WORLD = `
domain: rooms
text: Things in rooms.
types: { place: [hall, attic], thing: [a, b], hand: [grip] }
state:
  at(thing): { is: place | hand, start: hall }
  moves: { is: 0..9, start: 0 }
skills:
  Take:
    text: take a thing
    ports: { thing: thing }
    done: at(?thing) = grip
    checks: [{ id: free, text: the hand is free, holds: 'forall ?t in thing (at(?t) != grip)' }]
    effect: ['at(?thing) := grip']
  Put:
    text: put a thing somewhere
    ports: { thing: thing, to: place }
    checks: [{ id: held, text: it is held, holds: at(?thing) = grip }]
    effect: ['at(?thing) := ?to', 'moves := moves + 1']
    expected:
      - { text: 'the {?thing} is in the {?to}', holds: at(?thing) = ?to }
      - { text: it counts, holds: moves = was(moves) + 1 }
  Swap:
    text: put both things together
    ports: {}
    checks: []
    effect: ['at(a) := attic', 'at(b) := attic']
    expected: [{ text: they are together, holds: at(a) = at(b) }]
`
const world = must(parseDomainText(WORLD, 'world.yaml'), 'world')
const before = world.initial
const PUT = { skill: 'Put', args: { thing: 'a', to: 'attic' } }
const TAKE = { skill: 'Take', args: { thing: 'a' } }
const see = (facts: Readonly<Record<string, unknown>>, by: 'sensor' | 'sight' = 'sight'): Evidence => {
  const all = Object.entries(facts).map(([fact, value]) => ({
    fact,
    value,
    confidence: by === 'sensor' ? 1 : 0.9,
  }))
  return gather(world.sorts, { sensor: by === 'sensor' ? all : [], sight: by === 'sight' ? all : [] })
    .evidence
}
const answers = ({ each }: AllSeen): readonly string[] => each.map(({ text, answer }) => `${text}: ${answer}`)
const after = (evidence: Evidence): AllSeen => must(seenAfter(world, PUT, { evidence, before }), 'put')

describe('PRAG-03: before and after a step', () => {
  it('asks what the skill needs', () => {
    const put = must(seenBefore(world, PUT, { evidence: see({ 'at(a)': 'grip' }), before }), 'put')
    expect(answers(put)).toEqual(['it is held: yes'])
    const take = must(seenBefore(world, TAKE, { evidence: see({ 'at(b)': 'grip' }), before }), 'take')
    expect(answers(take)).toEqual(['the hand is free: no'])
  })

  it('asks what was to come of it, with what was believed before', () => {
    expect(answers(after(see({ 'at(a)': 'attic', moves: 1 })))).toEqual([
      'the a is in the attic: yes',
      'it counts: yes',
    ])
    expect(answers(after(see({ 'at(a)': 'hall' })))).toEqual([
      'the a is in the attic: no',
      'it counts: not to be seen',
    ])
    expect(answers(after(see({})))).toEqual([
      'the a is in the attic: not to be seen',
      'it counts: not to be seen',
    ])
  })

  it('asks what a skill is done for where nobody has written what is expected', () => {
    const seen = must(seenAfter(world, TAKE, { evidence: see({ 'at(a)': 'grip' }), before }), 'take')
    expect(seen.each).toMatchObject([{ text: 'at(a) = grip', answer: 'yes' }])
    expect(seen.confidence).toBeCloseTo(0.9)
  })

  it('believes a sensor, whatever a picture shows', () => {
    const fact = 'at(a)'
    const readings = {
      sensor: [{ fact, value: 'hall', confidence: 1 }],
      sight: [{ fact, value: 'attic', confidence: 0.99 }],
    }
    const [first] = after(gather(world.sorts, readings).evidence).each
    expect(first).toMatchObject({ answer: 'no', confidence: 1 })
  })

  it('takes one thing that is not so for a failure, and one that nobody sees for no success', () => {
    expect(after(see({ 'at(a)': 'attic', moves: 1 }))).toMatchObject({ answer: 'yes' })
    // both readings have to be right
    expect(after(see({ 'at(a)': 'attic', moves: 1 })).confidence).toBeCloseTo(0.81)
    expect(after(see({ 'at(a)': 'attic', moves: 1 }, 'sensor'))).toMatchObject({
      answer: 'yes',
      confidence: 1,
    })
    expect(after(see({ 'at(a)': 'attic' })).answer).toBe('not to be seen')
    expect(after(see({ 'at(a)': 'hall' })).answer).toBe('no')
  })

  it('what a step does not change needs not be seen, unless it is seen otherwise', () => {
    // where b is nobody has seen, and it does not matter
    const free = (evidence: Evidence) => judgeBefore(world, TAKE, { evidence, before })
    expect(free(see({ 'at(a)': 'hall' }))).toMatchObject({ answer: 'yes', by: ['sight'] })
    expect(free(see({ 'at(a)': 'hall', 'at(b)': 'grip' }))).toMatchObject({
      answer: 'no',
      what: 'the hand is free',
    })
  })

  it('counts two readings that agree only together with the case that one of them is wrong', () => {
    const swap = { skill: 'Swap', args: {} }
    const judged = judgeAfter(world, swap, { evidence: see({ 'at(a)': 'attic', 'at(b)': 'attic' }), before })
    expect(judged.answer).toBe('yes')
    expect(judged.confidence).toBeCloseTo(0.81)
  })

  it('refuses a step that the world does not know', () => {
    const fly = { skill: 'Fly', args: {} }
    expect(seenBefore(world, fly, { evidence: see({}), before }).ok).toBe(false)
    expect(judgeAfter(world, fly, { evidence: see({}), before }).answer).toBe('not to be seen')
  })
})

describe('PRAG-03: what a step was judged by', () => {
  const judged = (evidence: Evidence) => judgeAfter(world, PUT, { evidence, before })

  it('is a sensor, a picture with its confidence, or nobody', () => {
    expect(judged(see({ 'at(a)': 'attic', moves: 1 }, 'sensor')).by).toEqual(['sensor'])
    expect(sayJudgement(judged(see({ 'at(a)': 'attic', moves: 1 }, 'sensor')))).toBe('sensors')
    expect(sayJudgement(judged(see({ 'at(a)': 'attic', moves: 1 })))).toBe('picture, 81 % sure')
    expect(sayJudgement(judged(see({})))).toBe('nobody has seen it')
    expect(
      sayJudgement(
        judgeAfter(world, TAKE, { evidence: see({}), before: new Map([...before, ['at(a)', 'grip']]) }),
      ),
    ).toBe('as believed')
  })

  it('says what is not so, and what nobody has seen', () => {
    expect(judged(see({ 'at(a)': 'hall', moves: 1 }))).toMatchObject({
      answer: 'no',
      what: 'the a is in the attic',
    })
    expect(judged(see({ 'at(a)': 'attic' }))).toMatchObject({
      answer: 'not to be seen',
      what: 'it counts',
      by: [],
      unseen: ['moves'],
    })
    const nothing = new Map([...before].map(([fact]) => [fact, UNKNOWN]))
    expect(judgeBefore(world, PUT, { evidence: see({}), before: nothing }).unseen).toEqual(['at(a)'])
  })
})
