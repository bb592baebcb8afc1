import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { ComposedReading } from '#instructions/compose/composed.js'
import { joined } from '#instructions/compose/join.js'
import { meaningsIn } from '#instructions/meanings.js'
import type { Reading, Understood } from '#instructions/understand.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

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
const said = (formula: string, fit: number, ask = 0.1, refuse = 0.1): ComposedReading => ({
  ...reading(formula),
  ...{ fit, ask, refuse },
})
const board = must(parseDomainText(readFileSync('worlds/task-board/world.yaml', 'utf8'), 'world.yaml'), 'it')
const join = (rules: Understood, composed: readonly ComposedReading[]): Understood =>
  joined(rules, composed, { meanings: meaningsIn(board), holds: (formula) => formula === 'so(already)' })
const byRule = (...readings: Reading[]): Understood => ({ readings, unclear: undefined })
const UNCLEAR: Understood = { readings: [], unclear: 'frobnicate it' }
/** `decide` acts from here on, where no word is left over. */
const ACTS = 0.7

describe('what the rules and the composer take an order to mean', () => {
  it('acts where both are sure enough and no word is left over', () => {
    const fits = (rule: Partial<Reading>, fit: number, ask: number, refuse = 0): number =>
      join(byRule(reading('open(lid)', rule)), [said('open(lid)', fit, ask, refuse)]).readings[0]?.fit ?? 0
    expect(fits({ fit: 0.1 }, 0.7, 0.39)).toBeGreaterThanOrEqual(ACTS)
    expect(fits({ fit: 0.1 }, 0.7, 0, 1)).toBeGreaterThanOrEqual(ACTS)
    expect(fits({ fit: 1 }, 0.69, 0)).toBeLessThan(ACTS)
    expect(fits({ fit: 1 }, 1, 0.4)).toBeLessThan(ACTS)
    expect(fits({ fit: 1, left: ['refrain'] }, 1, 0)).toBeLessThan(ACTS)
  })

  it('takes less for what is so already, as nothing moves', () => {
    const fitOf = (formula: string, fit: number): number =>
      join(byRule(reading(formula)), [said(formula, fit, 0.8)]).readings[0]?.fit ?? 0
    expect(fitOf('so(already)', 0.5)).toBeGreaterThanOrEqual(ACTS)
    expect(fitOf('so(already)', 0.49)).toBeLessThan(ACTS)
    expect(fitOf('open(lid)', 0.99)).toBeLessThan(ACTS)
  })

  it('acts on what comes first only where both have read it', () => {
    const goals = ['open(lid)', 'open(door)'].map((formula) => ({ formula, text: formula }))
    const rules = reading('', { goals, order: [[0, 1]] })
    const composed = { ...said('', 0.9), goals: [...goals].reverse() }
    const fitOf = (order: Reading['order']): number =>
      join(byRule(rules), [{ ...composed, order }]).readings[0]?.fit ?? 0
    expect(fitOf([[1, 0]])).toBeGreaterThanOrEqual(ACTS)
    expect(fitOf([])).toBeLessThan(ACTS)
    expect(fitOf([[0, 1]])).toBeLessThan(ACTS)
    expect(join(byRule(rules), [composed]).readings).toHaveLength(1)
    expect(join(byRule(rules), [{ ...composed, order: [[0, 1]] }]).readings).toHaveLength(2)
  })

  it('keeps the doubt about a word that may change what is meant', () => {
    const unsafe = reading('open(lid)', { left: ['unless'], isUnsafe: true })
    expect(join(byRule(unsafe), [said('open(lid)', 1)]).readings[0]?.isUnsafe).toBe(true)
  })

  it.each([
    ['the composer is not even fairly sure', said('open(lid)', 0.29)],
    ['the composer doubts that it has one meaning', said('open(lid)', 0.99, 0.4)],
    ['the composer reads something else', said('not open(lid)', 0.99)],
  ])('never acts where %s', (_, composed) => {
    const { readings } = join(byRule(reading('open(lid)', { fit: 1 })), [composed])
    expect(Math.max(...readings.map(({ fit }) => fit))).toBeLessThan(ACTS)
  })

  it('never acts on the rules alone or on the composer alone', () => {
    expect(join(byRule(reading('open(lid)', { fit: 1 })), []).readings[0]?.fit).toBeLessThan(ACTS)
    expect(join(UNCLEAR, [said('open(lid)', 1)]).readings[0]?.fit).toBeLessThan(ACTS)
  })

  it('refuses what the rules do not understand where the composer only guesses', () => {
    expect(join(UNCLEAR, [said('open(lid)', 0.04)])).toBe(UNCLEAR)
    expect(join(UNCLEAR, [said('open(lid)', 0.9, 0, 0.2)])).toBe(UNCLEAR)
  })

  it('leaves it to the rules to say that there is no such thing', () => {
    const unknown = byRule(reading('open(lid)', { unknown: ['pizza'] }))
    expect(join(unknown, [said('open(lid)', 0.04)])).toBe(unknown)
  })

  it('proposes both where they differ, equally likely, so that a person chooses', () => {
    const { readings } = join(byRule(reading('open(lid)', { fit: 0.5 })), [said('open(door)', 0.6)])
    expect(readings.map(({ goals }) => goals[0]?.formula)).toEqual(['open(door)', 'open(lid)'])
    expect(new Set(readings.map(({ fit }) => fit)).size).toBe(1)
  })

  it('names the reading by rule first where the composer takes it for possible, too', () => {
    const first = (share: number): string | undefined =>
      join(byRule(reading('open(lid)', { fit: 0.3 })), [said('open(door)', 0.5), said('open(lid)', share)])
        .readings[0]?.goals[0]?.formula
    expect(first(0.1)).toBe('open(lid)')
    expect(first(0.09)).toBe('open(door)')
  })

  it('asks about each thing that a word may be, where the composer finds them as likely', () => {
    const both = [said('open(lid)', 0.9), said('open(door)', 0.88), said('open(box)', 0.5)]
    const { readings } = join(UNCLEAR, both)
    expect(readings.map(({ goals }) => goals[0]?.formula)).toEqual(['open(lid)', 'open(door)'])
  })

  it('makes no circle of what comes first', () => {
    const goals = ['open(lid)', 'open(door)', 'open(box)'].map((formula) => ({ formula, text: formula }))
    const rules = reading('', { goals: goals.slice(0, 2), order: [[1, 0]], fit: 0.5 })
    const composed = {
      ...said('', 0.6),
      goals,
      order: [
        [0, 2],
        [2, 1],
      ] as const,
    }
    expect(join(byRule(rules), [composed]).readings[0]?.order).toEqual(composed.order)
  })

  it('loses nothing that only the rules have read', () => {
    const goal = (formula: string) => ({ formula, text: formula })
    const [lid, door, box] = ['open(lid)', 'open(door)', 'open(box)'].map(goal)
    const rules = reading('', {
      ...{ goals: [lid, door] as never, order: [[0, 1]] as const, fit: 0.9 },
      ...{ isUnsafe: true, left: ['tomorrow'] },
      ...{ never: [goal('open(fridge)')], assumes: [goal('open(window)')] },
    })
    const composed = { ...said('', 0.6), goals: [box, door, lid] as never }
    const [proposed] = join(byRule(rules), [composed]).readings
    expect(proposed).toMatchObject({ order: [[2, 1]], isUnsafe: true, left: ['tomorrow'] })
    expect(proposed?.never.map(({ formula }) => formula)).toEqual(['open(fridge)'])
    expect(proposed?.assumes.map(({ formula }) => formula)).toEqual(['open(window)'])
    const unclear = { readings: [rules], unclear: 'frobnicate it' }
    expect(join(unclear, [{ ...composed, fit: 0.9 }]).readings[0]?.never).toHaveLength(1)
  })

  it('asks where a word can mean two things to the composer', () => {
    const both = [said('open(lid)', 0.95), said('open(door)', 0.94)]
    const { readings } = join(byRule(reading('open(lid)', { fit: 1 })), both)
    expect(readings).toHaveLength(2)
    expect(Math.max(...readings.map(({ fit }) => fit))).toBeLessThan(ACTS)
  })

  it('keeps other readings by rule as likely beside the best as they were, but for a question only', () => {
    const rules = byRule(reading('open(lid)', { fit: 0.5 }), reading('open(door)', { fit: 0.45 }))
    const { readings } = join(rules, [said('open(lid)', 0.95)])
    expect(readings[1]?.fit).toBeCloseTo(0.9)
    // the best may be out of reach: the composer has not read the other one
    expect(readings.map(({ isDoubted }) => isDoubted)).toEqual([undefined, true])
  })

  it('takes formulas that hold in the same states for the same', () => {
    const rules = byRule(reading('location(probe) = rack'))
    const { readings } = join(rules, [said('plugged_in(probe)', 0.9)])
    expect(readings).toHaveLength(1)
    expect(readings[0]?.fit).toBeGreaterThanOrEqual(ACTS)
    expect(join(rules, [said('plugged_in(charger)', 0.9)]).readings).toHaveLength(2)
  })
})
