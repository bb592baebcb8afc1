import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { loadTask } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'
import { allSteps, fold, world } from '../data/worlds.js'

const COUNT = Math.max(400, Math.floor(Number(process.env['GRAFT_FUZZ'] ?? 100_000) / 200))

const PARTS = [
  'goals:', 'never:', 'sometime:', 'before:', 'preferences:', 'score:', 'minds:', 'start:', 'perSecond: -1', 'limitSeconds: 3', 'overLimit: x',
  '- at = sink', '- open(fridge)', '- { first: at = sink, then: at = fridge }', '- { text: a, holds: at = sofa, penalty: 1 }', '- 3', '- { }',
  '- { label: a, points: 1, holds: at = sink }', '- { label: a, points: 1, count: at }', 'at: sink', 'location(mug): unknown', 'x: [', '? ', '- *a',
] // prettier-ignore

const KEYS = ['goals', 'never', 'sometime'] as const

describe(`${COUNT} tasks made of parts at random`, () => {
  it('load or are refused with places, never throw; what loads can be walked', () => {
    const service = world('service')
    const steps = allSteps(service)
    let [loaded, refused, walked] = [0, 0, 0]
    for (let run = 0; run < COUNT; run++) {
      const rng = stream('tasks', run)
      const wild = rng.chance(0.5)
      const lines = wild
        ? Array.from({ length: rng.int(8) }, () => `${rng.pick(['', '  '])}${rng.pick(PARTS)}`)
        : KEYS.filter(() => rng.chance(0.5)).map(
            (key) => `${key}: [${rng.pick(['at = sink', 'open(fridge)', 'held(book)'])}]`,
          )
      const task = loadTask(['task: t', 'text: t', ...lines].join('\n'), 't.yaml', service)
      if (!task.ok) {
        refused++
        expect(task.error.every(({ where, message }) => where !== undefined && message !== '')).toBe(true)
        continue
      }
      loaded++
      const domain = withTask(service, task.value)
      const { ends } = fold(domain, [rng.pick(domain.candidates?.(domain.initial) ?? steps)])
      walked += ends.length
      for (const end of ends) expect([...end.keys()]).toEqual([...domain.initial.keys()])
    }
    expect(Math.min(loaded, refused, walked)).toBeGreaterThan(COUNT / 20)
  })
})
