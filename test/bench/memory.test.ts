import { expect, it } from 'vitest'
import { HIDDEN, hiddenWorld } from '#lab/bench/memory/hidden.js'
import { runMemoryBench } from '#lab/bench/memory/run-memory-bench.js'

const FACTS = ['the door has to be open for the buttons', 'containers take a second pull']

it('bench memory: each hidden fact is one that the twin does not have, and that changes what a skill may do', () => {
  for (const fact of HIDDEN) {
    const { believed, real } = hiddenWorld(fact)
    const checks = (domain: typeof real): number =>
      domain.rules.skills.find(({ name }) => name === fact.skill)?.checks.length ?? 0
    expect(checks(real) - checks(believed)).toBe(fact.check === undefined ? 0 : 1)
    expect(fact.things.length).toBeGreaterThanOrEqual(3)
    expect(fact.things.every((thing) => believed.objects.has(thing))).toBe(true)
  }
  expect(HIDDEN).toHaveLength(8)
})

it('bench memory: without memory it fails, with short-term it is repaired, with long-term it works at once', () => {
  const { rows, page } = runMemoryBench({
    seeds: 1,
    others: 20,
    wrongHeld: 1,
    facts: FACTS,
    progress: () => undefined,
  })
  expect(rows).toHaveLength(FACTS.length * 8)
  const successes = (variant: string): number =>
    rows.filter((row) => row.variant === variant && row.success).length
  expect(successes('none, 1 attempt')).toBe(0)
  expect(successes('short-term')).toBe(2)
  expect(successes('long-term: 5 retrieved')).toBe(2)
  expect(page).toContain('| long-term: 5 retrieved ')
}, 60_000)
