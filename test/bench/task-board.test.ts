import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import { boardWorld } from '../../lab/bench/task-board/board-world.js'
import { DrivenWorld } from '../../lab/bench/task-board/driven-world.js'
import { runTaskBoardBench, taskBoardCsv } from '../../lab/bench/task-board/run-task-board-bench.js'
import { boardTasks } from '../../lab/bench/task-board/tasks.js'

const text = readFileSync(projectFile('worlds/task-board/world.yaml'), 'utf8')
const NEVER = { press: 0, grasp: 0, plug: 0 }

const bench = () =>
  must(
    runTaskBoardBench({
      ...{ tasks: 8, seeds: [4], signal: new AbortController().signal },
      faults: { press: 0.2, grasp: 0.2, plug: 0.2 },
      writing: { omitted: 0.2, mistaken: 0.2 },
      progress: () => ({ step: () => undefined, done: () => undefined }),
    }),
    'the bench',
  )

describe('graft bench task-board', () => {
  const domain = boardWorld(text, NEVER)

  it('has the tasks of the paper and generated ones, each with a start of its own and goals that do not hold', () => {
    const tasks = boardTasks(domain, 30, 1)
    expect(tasks).toHaveLength(30)
    expect(tasks.slice(0, 2).map(({ goals }) => goals)).toEqual([
      ['plugged_in(charger)'],
      ['plugged_in(probe)'],
    ])
    expect(tasks.slice(3).every(({ goals }) => goals.length >= 2)).toBe(true)
    expect(
      new Set(tasks.map(({ goals, start }) => JSON.stringify([goals, [...start]]))).size,
    ).toBeGreaterThan(20)
    for (const { goals, start } of tasks)
      expect(
        goals.some(
          (formula) => !domain.conditions.ask({ formula, args: {} }, start).every(({ holds }) => holds),
        ),
      ).toBe(true)
  })

  it('is the same again; what the twin refuses is on no transcript, and no law of the contract is broken', () => {
    const [once, again] = [bench(), bench()]
    expect(taskBoardCsv(again.runs)).toBe(taskBoardCsv(once.runs))
    expect(once.runs).toHaveLength(8 * 6)
    const sum = (variant: string, key: 'forbidden' | 'refused') =>
      once.runs.filter((run) => run.variant === variant).reduce((total, run) => total + run[key], 0)
    for (const variant of ['FB', 'Full', 'graft']) expect(sum(variant, 'forbidden'), variant).toBe(0)
    expect(sum('FB', 'refused')).toBeGreaterThan(0)
    expect(sum('Plan', 'forbidden')).toBeGreaterThan(0)
    expect(once.runs.every(({ breaches, planned }) => breaches === 0 && planned > 0)).toBe(true)
  })

  it('counts a command that the rules forbid when it is sent, and keeps what was said', () => {
    const world = new DrivenWorld(domain, domain.initial, stream(1, 'test'))
    expect(world.execute({ skill: 'OpenTrapdoor', args: {} })).toMatchObject({ reported: 'failed' })
    expect(world.execute({ skill: 'PressButton', args: { button: 'blue_button' } })).toMatchObject({
      reported: 'done',
    })
    expect([world.tried, world.forbidden, world.breaches]).toEqual([2, 1, 0])
    expect(world.truth.get('pressed(blue_button)')).toBe(true)
    const commands = world.transcript.filter(
      (entry) => 'message' in entry && entry.message.kind === 'execute',
    )
    expect(commands).toHaveLength(2)
  })
})
