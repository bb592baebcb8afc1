import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { expectedOutcomePrompt, readExpectedOutcomes } from '#language/prompts/expected-outcome.js'
import { goalPrompt, goalSchema, readGoals } from '#language/prompts/goal.js'
import { readPlan } from '#language/prompts/plan.js'
import { readReflection, reflectPrompt } from '#language/prompts/reflect.js'
import { readSteps, stepsSchema } from '#language/prompts/steps.js'
import { readSummary, summaryPrompt } from '#language/prompts/summary.js'
import { readTree, treeSchema } from '#language/prompts/tree.js'
import { gbnfOf } from '#language/schema/gbnf.js'
import { readReply } from '#language/schema/read-reply.js'
import { taskFrom } from '#worlds/task/load-task.js'
import type { Reading } from '#instructions/understand.js'
import type { DataDomain } from '#worlds/assemble.js'
import { accepts, walker } from '../actor/gbnf.js'
import { repliesOf, WORLDS } from './support/worlds.js'

const ORDER = 'put one thing not there, then another'
const orderIn = (domain: DataDomain) => ({ order: ORDER, domain, state: domain.initial })

/** It can be a task of the world, with everything that it wants, rules out and takes for granted. */
const isTask = ({ goals, never, assumes, order }: Reading, domain: DataDomain): boolean =>
  taskFrom(
    {
      task: 'order',
      text: ORDER,
      goals: [...goals, ...assumes].map(({ formula, text }) => ({ holds: formula, text })),
      never: never.map(({ formula, text }) => ({ holds: formula, text })),
      before: order.map(([first, then]) => ({
        first: goals[first]?.formula,
        then: goals[then]?.formula,
      })),
    },
    () => undefined,
    domain,
  ).ok

describe.each(WORLDS)('replies to the prompts of $folder', ({ domain }) => {
  const RUNS = 60

  it('whatever keeps to the schema of goals is readings that type-check in the world', () => {
    let readings = 0
    let formulas = 0
    fc.assert(
      fc.property(repliesOf(goalSchema(domain)), (reply) => {
        const read = readGoals(JSON.stringify(reply), orderIn(domain))
        if (!read.ok) return false
        readings += read.value.readings.length
        formulas += read.value.readings.flatMap(({ goals }) => goals).length
        return read.value.readings.every((reading) => isTask(reading, domain))
      }),
      { numRuns: RUNS },
    )
    expect(readings).toBeGreaterThan(RUNS / 2)
    expect(formulas).toBeGreaterThan(RUNS)
  })

  it('the grammar allows what the schema allows, and nothing else', () => {
    const schemas = [goalSchema(domain), stepsSchema(domain)]
    for (const schema of schemas) {
      const grammar = gbnfOf(schema)
      const draw = walker(grammar, stream('language', 1, domain.name))
      for (let count = 0; count < 10; count++) {
        const text = draw()
        const read = readReply(text, schema)
        // numbers of a wide range are only counted by the grammar
        expect(read.ok ? '' : `${text}: ${read.error.expected}`).toMatch(/^$|Too (big|small)/)
      }
      fc.assert(
        fc.property(repliesOf(schema), (reply) => accepts(grammar, JSON.stringify(reply))),
        { numRuns: 6 },
      )
      expect(
        accepts(grammar, '{"thought":"","readings":[{"goals":[{"fact":"nothing"}]}],"unclear":""}'),
      ).toBe(false)
    }
  })

  it('steps and trees that keep to their schema are of this world', () => {
    const seen = { steps: 0, trees: 0 }
    fc.assert(
      fc.property(repliesOf(stepsSchema(domain)), (reply) => {
        const read = readSteps(JSON.stringify(reply), domain)
        seen.steps += read.ok ? read.value.length : 0
        return read.ok
          ? read.value.every((step) => domain.intend(step, domain.initial).ok)
          : read.error.code === 'chat.step' && read.error.hint !== ''
      }),
      { numRuns: 30 },
    )
    fc.assert(
      fc.property(repliesOf(treeSchema(domain)), (reply) => {
        const read = readTree(JSON.stringify(reply), domain)
        seen.trees += read.ok ? 1 : 0
        return read.ok || read.error.hint !== undefined
      }),
      { numRuns: 15 },
    )
    expect(seen.steps).toBeGreaterThan(10)
    expect(seen.trees).toBeGreaterThan(2)
  })

  it('expected outcomes, reflections and lessons that keep to their schema are read', () => {
    const order = orderIn(domain)
    const step = domain.candidates?.(domain.initial)[0]
    expect(step).toBeDefined()
    const outcome = expectedOutcomePrompt(order, ['one', 'two'])
    const failure = { expected: 'x', seen: [], tried: [], repairs: ['again', 'look'] }
    const reflection = reflectPrompt(order, { step: step ?? { skill: '', args: {}, path: '' }, ...failure })
    const summary = summaryPrompt(order, ['it worked'])
    fc.assert(
      fc.property(
        repliesOf(outcome.schema),
        repliesOf(reflection.schema),
        repliesOf(summary.schema),
        (a, b, c) => {
          const outcomes = readExpectedOutcomes(JSON.stringify(a), domain, 2)
          const reflected = readReflection(JSON.stringify(b), 2)
          const lessons = readSummary(JSON.stringify(c), domain)
          return (
            outcomes.ok &&
            outcomes.value.length === 2 &&
            outcomes.value.every(({ proofs }) =>
              proofs.every(({ formula }) => domain.ask?.({ formula, args: {} }, domain.initial).length !== 0),
            ) &&
            reflected.ok &&
            reflected.value.ranked.every((at) => at === 0 || at === 1) &&
            lessons.ok
          )
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('replies that keep to nothing', () => {
  const home = WORLDS.find(({ folder }) => folder === 'worlds/home')?.domain as DataDomain
  const order = orderIn(home)
  const good = JSON.stringify({
    thought: 'x',
    readings: [
      {
        goals: [{ fact: 'open', of: 'fridge', is: true }],
        never: [],
        assumes: [],
        before: [],
        not_used: [],
        sure: true,
      },
    ],
    unclear: '',
  })

  it('are read where they are right but for a thought, a fence or words around them', () => {
    for (const text of [
      good,
      `<think>hm {"readings"</think>\n${good}`,
      `\`\`\`json\n${good}\n\`\`\``,
      `Here you are: ${good} Anything else?`,
    ]) {
      const read = readGoals(text, order)
      expect(read.ok && read.value.readings.map(({ goals }) => goals)).toEqual([
        [{ formula: 'open(fridge)', text: 'the fridge is open' }],
      ])
    }
  })

  it.each([
    ['nothing', ''],
    ['no JSON', 'I cannot do that.'],
    ['cut', good.slice(0, 60)],
    ['a list', '[]'],
    ['another fact', good.replace('"open"', '"shut"')],
    ['another thing', good.replace('fridge', 'freezer')],
    ['a thing of another type', good.replace('fridge', 'milk')],
    ['another value', good.replace('"is":true', '"is":"yes"')],
    ['a formula instead', good.replace('{"fact":"open","of":"fridge","is":true}', '"open(fridge)"')],
    ['a key too much', good.replace('"sure"', '"do":"now","sure"')],
    ['prototype keys', good.replace('"sure"', '"__proto__":{},"sure"')],
    ['far too long', `{"x":"${'y'.repeat(300_000)}"}`],
    ['far too deep', '['.repeat(5000)],
  ])('%s: refused with what was expected', (_, text) => {
    const read = readGoals(text, order)
    expect(read).toMatchObject({ ok: false, error: { code: 'chat.reply', severity: 'error' } })
    expect(!read.ok && read.error.hint).toBeTruthy()
  })

  it('never throw, and only readings that type-check come out', () => {
    let accepted = 0
    const damaged = fc
      .tuple(fc.nat(good.length), fc.nat(8), fc.string({ maxLength: 6 }))
      .map(([at, length, put]) => good.slice(0, at) + put + good.slice(at + length))
    fc.assert(
      fc.property(fc.oneof(damaged, fc.json(), fc.string(), fc.constant(good)), (text) => {
        const read = readGoals(text, order)
        for (const other of [
          readSteps(text, home),
          readTree(text, home),
          readPlan(text),
          readSummary(text, home),
          readReflection(text, 3),
          readExpectedOutcomes(text, home, 1),
        ])
          if (!other.ok && other.error.hint === undefined) return false
        if (!read.ok) return true
        accepted++
        return read.value.readings.every((reading) => isTask(reading, home))
      }),
      { numRuns: 1500 },
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it('words that change what is meant and were not used make a reading unsafe; others only count as left', () => {
    const left = (words: readonly string[]) => {
      const read = readGoals(good.replace('"not_used":[]', `"not_used":${JSON.stringify(words)}`), order)
      return read.ok && read.value.readings.map(({ left, isUnsafe }) => [left, isUnsafe])
    }
    expect(left([])).toEqual([[[], false]])
    expect(left(['thing'])).toEqual([[['thing'], false]])
    // only words that were said count
    expect(left(['not there', 'only'])).toEqual([[['not', 'there'], true]])
  })
})

it('a prompt fits a context of 8192 tokens with room for the reply, in every world', () => {
  const sizes = WORLDS.map(({ domain }) => goalPrompt(orderIn(domain)).system.length)
  expect(sizes.length).toBeGreaterThanOrEqual(10)
  // three characters a token is what names with underscores take at the worst
  expect(Math.max(...sizes) / 3).toBeLessThan(8192 - 1000)
})
