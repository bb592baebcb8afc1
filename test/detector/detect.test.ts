import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { detect, formulaOf, nothingKnown } from '#detector/detect.js'
import { gather } from '#detector/evidence.js'
import { supportOf, type Formula } from '#detector/support.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import type { Evidence } from '#worlds/run/judgement.js'
import { UNKNOWN, type Value } from '#worlds/value.js'

const WORLD = `
domain: rooms
text: Things in rooms.
types: { place: [hall, attic, shed], thing: [a, b, c], box: [chest] }
state:
  at(thing): { is: place | thing, start: hall }
  open(box): { is: bool, start: false }
definitions:
  free(?t in thing): forall ?o in thing (at(?o) != ?t)
skills:
  Move:
    text: put a thing somewhere
    ports: { thing: thing, to: place }
    checks: []
    effect: ['at(?thing) := ?to']
    expected: [at(?thing) = ?to]
  Open: { text: open it, ports: { box: box }, checks: [], effect: ['open(?box) := true'], expected: [open(?box)] }
`
const world = must(parseDomainText(WORLD, 'world.yaml'), 'world')
const unknown = nothingKnown(world)
const FACTS = ['at(a)', 'at(b)', 'at(c)', 'open(chest)'] as const
const question = (text: string): Formula => must(formulaOf(world, text), text)

const atom = fc.oneof(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('hall', 'attic', 'a', 'b'))
    .map(([t, p]) => `(at(${t}) = ${p})`),
  fc.constantFrom('open(chest)', 'free(a)', 'free(c)', '(exists ?t in thing (at(?t) = shed))'),
)
const formulas = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    tie('formula').map((of) => `(not ${of})`),
    fc
      .tuple(tie('formula'), fc.constantFrom('and', 'or', 'implies'), tie('formula'))
      .map(([a, word, b]) => `(${a} ${word} ${b})`),
  ),
})).formula

const confidences = fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20)
const readings = fc
  .tuple(
    ...FACTS.map((fact) =>
      fc.option(
        fc.record({
          fact: fc.constant(fact),
          value: fact === 'open(chest)' ? fc.boolean() : fc.constantFrom('hall', 'attic', 'shed', 'a', 'b'),
          confidence: confidences,
        }),
        { nil: undefined, freq: 6 },
      ),
    ),
  )
  .map((all) => all.filter((one) => one !== undefined))
const seenBy = (sight: Parameters<typeof gather>[1]['sight']): Evidence =>
  gather(world.sorts, { sensor: [], sight }).evidence

/** The same by the definition: every set of readings that may be right, with its probability. */
function byEnumeration(formula: Formula, evidence: Evidence): { yes: number; no: number; open: number } {
  const all = [...evidence.values()]
  const sum = { yes: 0, no: 0, open: 0 }
  for (let set = 0; set < 2 ** all.length; set++) {
    const isRight = (at: number): boolean => ((set >> at) & 1) === 1
    const weight = all.reduce((w, { confidence }, at) => w * (isRight(at) ? confidence : 1 - confidence), 1)
    const taken = all.filter((_, at) => isRight(at)).map(({ fact, value }): [string, Value] => [fact, value])
    const value = formula(new Map([...unknown, ...taken]))
    sum[value === UNKNOWN ? 'open' : value === true ? 'yes' : 'no'] += weight
  }
  return sum
}

describe('PRAG-03: the support of an answer', () => {
  it('is the probability that what is right of the readings decides it: the same by enumeration', () => {
    let decided = 0
    fc.assert(
      fc.property(formulas, readings, (text, sight) => {
        const [formula, evidence] = [question(text), seenBy(sight)]
        const found = supportOf(formula, unknown, evidence)
        const wanted = byEnumeration(formula, evidence)
        if (wanted.open < 1) decided++
        expect(found.yes).toBeCloseTo(wanted.yes, 5)
        expect(found.no).toBeCloseTo(wanted.no, 5)
        expect(found.open).toBeCloseTo(wanted.open, 5)
      }),
      { numRuns: 400 },
    )
    expect(decided).toBeGreaterThan(100)
  })

  it('is not less when a reading is surer', () => {
    fc.assert(
      fc.property(formulas, readings, confidences, (text, sight, more) => {
        const formula = question(text)
        const before = supportOf(formula, unknown, seenBy(sight))
        const surer = sight.map((one) => ({ ...one, confidence: Math.max(one.confidence, more) }))
        const after = supportOf(formula, unknown, seenBy(surer))
        expect(after.yes).toBeGreaterThanOrEqual(before.yes - 1e-5)
        expect(after.no).toBeGreaterThanOrEqual(before.no - 1e-5)
      }),
      { numRuns: 300 },
    )
  })
})

describe('PRAG-03: what is seen of a formula', () => {
  it('is as the facts are where all are certain, and never wrong where some are hidden', () => {
    const answers = new Map<string, number>()
    const place = fc.constantFrom('hall', 'attic', 'shed', 'b')
    const truths = fc.tuple(place, place, place, fc.boolean())
    const hides = fc.uniqueArray(fc.constantFrom(...FACTS))
    fc.assert(
      fc.property(formulas, truths, hides, (text, values, hidden) => {
        const formula = question(text)
        const truth = new Map<string, Value>(FACTS.map((fact, at) => [fact, values[at] ?? false]))
        const shown = FACTS.filter((fact) => !hidden.includes(fact))
        const sight = shown.map((fact) => ({ fact, value: truth.get(fact), confidence: 1 }))
        const detection = detect(formula, unknown, seenBy(sight))
        const isSo = formula(truth) === true
        expect([isSo ? 'yes' : 'no', 'not to be seen']).toContain(detection.answer)
        if (shown.length === FACTS.length) expect(detection.answer).not.toBe('not to be seen')
        else expect(detection.confidence).toBe(1)
        answers.set(detection.answer, (answers.get(detection.answer) ?? 0) + 1)
      }),
      { numRuns: 400 },
    )
    expect([...answers.keys()].sort()).toEqual(['no', 'not to be seen', 'yes'])
  })

  it('says which facts it rests on, and which nobody has seen', () => {
    const evidence = seenBy([{ fact: 'at(a)', value: 'hall', confidence: 0.9 }])
    const both = detect(question('at(a) = hall and at(b) = hall'), unknown, evidence)
    expect(both).toMatchObject({ answer: 'not to be seen', missing: ['at(b)'] })
    const one = detect(question('at(a) = hall or at(b) = hall'), unknown, evidence)
    expect(one).toMatchObject({ answer: 'yes', because: [{ fact: 'at(a)', source: 'sight' }] })
    expect(one.confidence).toBeCloseTo(0.9)
  })

  it('is nothing where it would be wrong as often as right', () => {
    const evidence = seenBy([{ fact: 'open(chest)', value: true, confidence: 0.4 }])
    expect(detect(question('open(chest)'), unknown, evidence).answer).toBe('not to be seen')
    expect(detect(question('open(chest)'), unknown, evidence, 0.3).answer).toBe('yes')
  })

  it('refuses what is no formula of the world, and says why', () => {
    const found = formulaOf(world, 'at(a) = moon')
    expect(found.ok ? [] : found.error.map(({ code }) => code)).toEqual(['detector.unknown-name'])
  })
})
