import { describe, expect, it } from 'vitest'
import type { ComposedReading } from '#instructions/compose/composed.js'
import { joined } from '#instructions/compose/join.js'
import type { Reading, Understood } from '#instructions/understand.js'

const reading = (formula: string, more: Partial<Reading> = {}): Reading => ({
  goals: [{ formula, text: formula }],
  assumes: [],
  never: [],
  order: [],
  fit: 0.9,
  left: [],
  isUnsafe: false,
  ...more,
})
const said = (formula: string, fit: number, goal = 0.9): ComposedReading => ({
  ...reading(formula),
  fit,
  goal,
})
const byRule = (...readings: Reading[]): Understood => ({ readings, unclear: undefined })
const UNCLEAR: Understood = { readings: [], unclear: 'frobnicate it' }
/** `decide` acts from here on, where no word is left over. */
const ACTS = 0.7

describe('what the rules and the composer take an order to mean', () => {
  it('acts where both read the same and the composer is sure, whatever harmless words are left', () => {
    const [first] = joined(byRule(reading('open(lid)', { left: ['gaping'], fit: 0.4 })), [
      said('open(lid)', 0.91),
    ]).readings
    expect(first?.fit).toBeGreaterThanOrEqual(ACTS)
    expect(first?.left).toEqual([])
  })

  it('acts where both are fairly sure and no word is left over, and asks where one is', () => {
    const fairly = [said('open(lid)', 0.75)]
    expect(joined(byRule(reading('open(lid)')), fairly).readings[0]?.fit).toBeGreaterThanOrEqual(ACTS)
    const left = reading('open(lid)', { left: ['gaping'] })
    expect(joined(byRule(left), fairly).readings[0]?.fit).toBeLessThan(ACTS)
    expect(joined(byRule(reading('open(lid)', { fit: 0.7 })), fairly).readings[0]?.fit).toBeLessThan(ACTS)
  })

  it('keeps the doubt about a word that may change what is meant', () => {
    const unsafe = reading('open(lid)', { left: ['unless'], isUnsafe: true })
    expect(joined(byRule(unsafe), [said('open(lid)', 1)]).readings[0]?.isUnsafe).toBe(true)
  })

  it.each([
    ['the composer is not even fairly sure', said('open(lid)', 0.69)],
    ['the composer reads something else', said('not open(lid)', 0.99)],
  ])('never acts where %s', (_, composed) => {
    const { readings } = joined(byRule(reading('open(lid)', { fit: 1 })), [composed])
    expect(Math.max(...readings.map(({ fit }) => fit))).toBeLessThan(ACTS)
  })

  it('never acts on the rules alone or on the composer alone', () => {
    expect(joined(byRule(reading('open(lid)', { fit: 1 })), []).readings[0]?.fit).toBeLessThan(ACTS)
    expect(joined(UNCLEAR, [said('open(lid)', 1)]).readings[0]?.fit).toBeLessThan(ACTS)
  })

  it('refuses what the rules do not understand where the composer only guesses', () => {
    expect(joined(UNCLEAR, [said('open(lid)', 0.5)])).toBe(UNCLEAR)
  })

  it('leaves it to the rules to say that there is no such thing', () => {
    const unknown = byRule(reading('open(lid)', { unknown: ['pizza'] }))
    expect(joined(unknown, [said('open(lid)', 0.5)])).toBe(unknown)
  })

  it('proposes both where they differ, equally likely, so that a person chooses', () => {
    const { readings } = joined(byRule(reading('open(lid)', { fit: 0.5 })), [said('open(door)', 0.6)])
    expect(readings.map(({ goals }) => goals[0]?.formula)).toEqual(['open(door)', 'open(lid)'])
    expect(new Set(readings.map(({ fit }) => fit)).size).toBe(1)
  })

  it('asks about each thing that a word may be, where the composer finds them as likely', () => {
    const both = [said('open(lid)', 0.9), said('open(door)', 0.88), said('open(box)', 0.5)]
    const { readings } = joined(UNCLEAR, both)
    expect(readings.map(({ goals }) => goals[0]?.formula)).toEqual(['open(lid)', 'open(door)'])
  })

  it('keeps what comes first, which the composer does not read', () => {
    const [lid, door, box] = ['open(lid)', 'open(door)', 'open(box)'].map((formula) => ({
      formula,
      text: formula,
    }))
    const rules = reading('', { goals: [lid, door] as never, order: [[0, 1]], fit: 0.9 })
    const composed = { ...said('', 0.6), goals: [box, door, lid] as never }
    expect(joined(byRule(rules), [composed]).readings[1]?.order).toEqual([[2, 1]])
  })

  it('keeps other readings by rule as likely beside the best as they were', () => {
    const rules = byRule(reading('open(lid)', { fit: 0.5 }), reading('open(door)', { fit: 0.45 }))
    const { readings } = joined(rules, [said('open(lid)', 0.95)])
    expect(readings[1]?.fit).toBeCloseTo(0.9)
  })
})
