import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { gather, type Evidence } from '#detector/evidence.js'
import { seenAfter, seenBefore, together, type Seen } from '#detector/outcomes.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

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
`
const world = must(parseDomainText(WORLD, 'world.yaml'), 'world')
const PUT = { skill: 'Put', args: { thing: 'a', to: 'attic' } }
const see = (facts: Readonly<Record<string, unknown>>, by: 'sensor' | 'sight' = 'sight'): Evidence => {
  const all = Object.entries(facts).map(([fact, value]) => ({
    fact,
    value,
    confidence: by === 'sensor' ? 1 : 0.9,
  }))
  return gather(world.sorts, { sensor: by === 'sensor' ? all : [], sight: by === 'sight' ? all : [] })
    .evidence
}
const answers = (seen: readonly Seen[]): readonly string[] =>
  seen.map(({ text, answer }) => `${text}: ${answer}`)
const after = (evidence: Evidence): readonly Seen[] =>
  must(seenAfter(world, PUT, { evidence, before: world.initial }), 'put')

describe('PRAG-03: before and after a step', () => {
  it('asks what the skill needs', () => {
    expect(answers(must(seenBefore(world, PUT, see({ 'at(a)': 'grip' })), 'put'))).toEqual([
      'it is held: yes',
    ])
    const take = must(
      seenBefore(world, { skill: 'Take', args: { thing: 'a' } }, see({ 'at(b)': 'grip' })),
      'take',
    )
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
    const step = { skill: 'Take', args: { thing: 'a' } }
    const seen = must(
      seenAfter(world, step, { evidence: see({ 'at(a)': 'grip' }), before: world.initial }),
      'take',
    )
    expect(seen).toMatchObject([{ text: 'at(?thing) = grip', answer: 'yes' }])
    expect(seen[0]?.confidence).toBeCloseTo(0.9)
  })

  it('believes a sensor, whatever a picture shows', () => {
    const fact = 'at(a)'
    const readings = {
      sensor: [{ fact, value: 'hall', confidence: 1 }],
      sight: [{ fact, value: 'attic', confidence: 0.99 }],
    }
    const [first] = after(gather(world.sorts, readings).evidence)
    expect(first).toMatchObject({ answer: 'no', confidence: 1 })
  })

  it('takes one thing that is not so for a failure, and one that nobody sees for no success', () => {
    expect(together(after(see({ 'at(a)': 'attic', moves: 1 })))).toMatchObject({ answer: 'yes' })
    expect(together(after(see({ 'at(a)': 'attic', moves: 1 }))).confidence).toBeCloseTo(0.8)
    expect(together(after(see({ 'at(a)': 'attic', moves: 1 }, 'sensor')))).toEqual({
      answer: 'yes',
      confidence: 1,
    })
    expect(together(after(see({ 'at(a)': 'attic' }))).answer).toBe('not to be seen')
    expect(together(after(see({ 'at(a)': 'hall' }))).answer).toBe('no')
    expect(together([]).answer).toBe('not to be seen')
  })

  it('refuses a step that the world does not know', () => {
    expect(seenBefore(world, { skill: 'Fly', args: {} }, see({})).ok).toBe(false)
  })
})
