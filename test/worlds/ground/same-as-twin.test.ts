import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { tryStep } from '#twin/plan/try-step.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { GroundTask } from '#worlds/ground/ground-task.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, valuesOf, type Fluents } from '#worlds/value.js'

const WORLDS = [
  'worlds/home',
  'worlds/tabletop',
  'worlds/service',
  'worlds/task-board',
  ...['warehouse', 'pipetting', 'greenhouse', 'kitchen', 'lift', 'hospital'].map(
    (name) => `test/worlds/foreign/${name}`,
  ),
]
const STATES = 12

/** A world with constraints on facts of it that are drawn at random, and a start of which some facts are unknown. */
function drawn(folder: string, seed: number): TaskDomain {
  const domain = must(parseDomainText(readFileSync(`${folder}/world.yaml`, 'utf8'), folder), folder)
  const rng = stream(seed, folder)
  const fluent = (): string => {
    const name = rng.pick([...domain.sorts.keys()])
    return `${name} = ${String(rng.pick(valuesOf(domain.sorts.get(name) ?? { kind: 'bool' })))}`
  }
  const data = {
    task: 'drawn',
    text: 'A task of the test.',
    goals: [fluent()],
    never: [`${fluent()} and ${fluent()}`],
    before: [{ first: fluent(), then: fluent() }],
    sometime: [fluent()],
  }
  const task = must(
    taskFrom(data, () => undefined, domain),
    'a task',
  )
  const unknown =
    seed % 3 === 2 ? [rng.pick([...domain.sorts.keys()]), rng.pick([...domain.sorts.keys()])] : []
  const start = new Map([...domain.initial, ...unknown.map((name) => [name, UNKNOWN] as const)])
  return withTask(domain, task, start)
}

/** What every step leads to by the twin alone. */
function byTwin(domain: TaskDomain, state: Fluents): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const step of domain.steps(20_000)) {
    const tried = tryStep(step, state, domain)
    if (!tried.ok || tried.value.commands.length === 0) continue
    const ends = tried.value.ends.map((end) => domain.fingerprint(end))
    found.set(JSON.stringify(step), [...new Set(ends)].toSorted())
  }
  return found
}

describe('a world written out as conditions', () => {
  it.each(WORLDS)('does in every state of a walk what the twin does: %s', (folder) => {
    let compared = 0
    let native = 0
    for (const seed of [1, 2, 3]) {
      const domain = drawn(folder, seed)
      const task = new GroundTask(domain, domain.initial)
      const rng = stream(seed, 'walk')
      let state = task.start
      for (let walked = 0; walked < STATES; walked++) {
        const successors = task.successors(state)
        const written = new Map(
          successors.map(({ operator, ends }) => [
            JSON.stringify(operator.step),
            ends.map((end) => domain.fingerprint(task.codec.decode(end))).toSorted(),
          ]),
        )
        expect(written).toEqual(byTwin(domain, task.codec.decode(state)))
        compared += written.size
        native += successors.filter(({ operator }) => operator.exact).length
        if (successors.length === 0) break
        state = rng.pick(rng.pick(successors).ends)
      }
    }
    expect(compared).toBeGreaterThan(20)
    expect(native).toBeGreaterThan(0)
  })
})
