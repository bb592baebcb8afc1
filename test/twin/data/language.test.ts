import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import type { Value } from '#worlds/value.js'

const TEXT = `domain: depot
text: Parcels in a depot.
types:
  parcel: [p1, p2, p3]
  slot: slot(1..4)
  room: [hall, yard, cellar, attic]
constants:
  grams(parcel): { is: 0..2000 g, values: { p1: 300, p2: 500, else: 100 } }
  most: { is: 0..9000 g, values: 850 }
  metres: { is: 0..9 m, values: 3 }
  door(room, room): { is: bool, values: { hall: { yard: true, else: false }, yard: { cellar: true, else: false }, else: false } }
state:
  in_slot(parcel): { is: slot | none, start: { p1: slot_1, p2: slot_3, else: none } }
  shut(slot): { is: bool, start: false }
  open(room, room): { is: bool, start: { hall: { yard: unknown, else: false }, else: false } }
  load: { is: 0..9000 g, start: 0 }
definitions:
  way(?a in room, ?b in room): door(?a, ?b) or door(?b, ?a)
skills:
  Stow:
    text: stow a parcel
    ports: { parcel: parcel, slot: slot }
    checks:
      - { id: a, text: a, holds: in_slot(?parcel) = none }
      - { id: b, text: b, holds: not shut(?slot) }
    effect: ['in_slot(?parcel) := ?slot', 'load := load + grams(?parcel)']
    expected: [in_slot(?parcel) = ?slot]
goal: [GOAL]
`

const load = (goal: string) =>
  parseDomainText(
    TEXT.replace('GOAL', () => JSON.stringify(goal)),
    'depot.yaml',
  )

const holds = (goal: string, facts: Readonly<Record<string, Value>> = {}): boolean | undefined => {
  const domain = must(load(goal), goal)
  return domain.goal?.[0]?.holds(new Map([...domain.initial, ...Object.entries(facts)]))
}

describe('sums, products, extrema', () => {
  it.each([
    ['sum ?p in parcel (grams(?p)) = 900'],
    ['sum ?p in parcel (grams(?p)) > most'],
    ['max ?p in parcel (grams(?p)) = 500 and min ?p in parcel (grams(?p)) = 100'],
    ['2 * 3 + 4 * 5 = 26 and 2 * (3 + 4) = 14 and 10 - 2 * 3 = 4'],
    ['sum ?p in {p1, p2} (grams(?p) * 2) = 1600'],
    ['sum ?s in slot (number(?s)) = 10'],
  ])('%s', (formula) => {
    expect(holds(formula)).toBe(true)
    expect(holds(`not (${formula})`)).toBe(false)
  })

  it('a world may have facts called sum, min, number, reaches', () => {
    const text = TEXT.replace(
      'state:\n',
      'state:\n  sum: { is: 0..3, start: 2 }\n  reaches(room): { is: bool, start: true }\n',
    )
    const domain = must(
      parseDomainText(text.replace('GOAL', 'sum + 1 = 3 and reaches(hall)'), 'd.yaml'),
      'world',
    )
    expect(domain.goal?.[0]?.holds(domain.initial)).toBe(true)
  })
})

describe('places with an order', () => {
  it.each([
    ['in_slot(p1) < in_slot(p2)', true],
    ['number(in_slot(p1)) + 2 = number(in_slot(p2))', true],
    ['slot_4 > slot_3 and slot_1 <= slot_1', true],
    ['exists ?s in slot (?s > in_slot(p1) and ?s < in_slot(p2))', true],
    ['exists ?s in slot (?s > slot_4)', false],
  ])('%s is %s', (formula, wanted) => {
    expect(holds(formula.replaceAll('in_slot(p1)', 'slot_1').replaceAll('in_slot(p2)', 'slot_3'))).toBe(
      wanted,
    )
    const guarded = `in_slot(p1) != none and in_slot(p2) != none and (${formula})`
    expect(holds(guarded)).toBe(wanted)
  })
})

describe('a fact that may be none, behind a guard', () => {
  it('is an argument, and stands for an object', () => {
    expect(holds('in_slot(p1) != none and shut(in_slot(p1))', { 'shut(slot_1)': true })).toBe(true)
    expect(holds('forall ?p in parcel (in_slot(?p) != none implies not shut(in_slot(?p)))')).toBe(true)
    expect(holds('in_slot(p3) = none or shut(in_slot(p3))')).toBe(true)
    expect(load('shut(in_slot(p1))').ok).toBe(false)
    expect(load('in_slot(p2) != none and shut(in_slot(p1))').ok).toBe(false)
    expect(load('in_slot(p1) = none and shut(in_slot(p1))').ok).toBe(false)
  })
})

describe('reaches', () => {
  it.each([
    ['reaches(door, hall, cellar)', true],
    ['reaches(door, cellar, hall)', false],
    ['reaches(way, cellar, hall)', true],
    ['reaches(door, attic, attic)', true],
    ['reaches(way, hall, attic)', false],
    ['known(reaches(open, hall, yard))', false],
    ['known(reaches(open, hall, attic))', true],
    ['exists ?r in room (reaches(open, ?r, attic) and ?r = hall)', false],
  ])('%s is %s', (formula, wanted) => {
    expect(holds(formula)).toBe(wanted)
  })

  it('follows what is so now, also round circles', () => {
    const doors = { 'open(hall, yard)': true, 'open(yard, hall)': true, 'open(yard, attic)': true }
    expect(holds('reaches(open, hall, attic) and not reaches(open, hall, cellar)', doors)).toBe(true)
  })
})

describe('mistakes', () => {
  it.each([
    ['grams(p1) < metres', 'depot.yaml:28:9: error domain.unit: grams(p1) < metres puts g and m together\n  expected: both in g\n  got:      m'],
    ['sum ?p in parcel (?p) = 3', 'depot.yaml:28:26: error domain.not-a-number: only numbers have a sum, a least and a greatest\n  expected: a number for each\n  got:      a parcel'],
    ['hall < yard', 'depot.yaml:28:9: error domain.not-a-number: only numbers can be compared by <\n  expected: a number\n  got:      hall\ndepot.yaml:28:16: error domain.not-a-number: only numbers can be compared by <\n  expected: a number\n  got:      yard'],
    ['number(hall) = 1', 'depot.yaml:28:9: error domain.no-order: number(hall): these objects have no numbers\n  expected: an object of a type such as slot: slot(1..4)\n  got:      number(hall)'],
    ['reaches(shut, hall, yard)', 'depot.yaml:28:9: error domain.reaches: reaches takes a relation between two objects of one type, and two such objects\n  expected: reaches(connected, ?from, ?to), where connected(place, place) is true or false\n  got:      reaches(shut, hall, yard)'],
    ['reaches(door, hall, p1)', 'depot.yaml:28:29: error domain.argument-type: p1 is no end of this relation\n  expected: a room\n  got:      p1'],
  ])('%s', (goal, golden) => {
    const loaded = load(goal)
    expect(loaded.ok ? '' : loaded.error.map(formatDiagnostic).join('\n')).toBe(golden)
  }) // prettier-ignore

  it('a range of objects that is too long or empty is refused', () => {
    const codes = (range: string): readonly string[] => {
      const loaded = parseDomainText(TEXT.replace('slot(1..4)', range).replace('GOAL', 'load = 0'), 'd.yaml')
      return loaded.ok ? [] : loaded.error.map(({ code }) => code)
    }
    expect(codes('slot(1..9999)')).toContain('domain.too-many')
    expect(codes('slot(4..1)')).toContain('domain.range-empty')
  })
})
