import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { figuresOf, shortestOf, tableOf, csvOf, type SearchRow } from '#lab/bench/search/figures.js'
import { isSound } from '#lab/bench/search/planners.js'
import { drawProblems } from '#lab/bench/search/problems.js'
import { rowsOf } from '#lab/bench/search/run-search-bench.js'
import { readDomain } from '#worlds/files/read-domain.js'

const worlds = await Promise.all(
  ['service', 'task-board'].map(async (name) => must(await readDomain(name), name)),
)
const problems = drawProblems(worlds, { count: 40, seed: 11 })
let time = 0
const clock = { now: () => time++, cpu: () => time++ }
const rows = problems.flatMap((problem) =>
  rowsOf(problem, { planners: ['graft', 'breadth-first'], breadth: 500, ...clock }),
)
const of = (planner: SearchRow['planner']): readonly SearchRow[] =>
  rows.filter((row) => row.planner === planner)

describe('the search for plans beside breadth-first search', () => {
  const figures = figuresOf(of('graft'), shortestOf(rows))

  it('replays every plan in the bare world: none breaks a rule, a never or a before', () => {
    expect(figures.problems).toBe(40)
    expect(figures.solved).toBeGreaterThan(15)
    expect(figures.unsound).toBe(0)
  })

  it('misses nothing that breadth-first search finds', () => {
    expect(figures.judged).toBeGreaterThan(8)
    expect(figures.missed).toBe(0)
  })

  it('is right where it says that it is proved', () => {
    expect(figures.proved).toBeGreaterThan(15)
    expect(of('breadth-first').filter(({ said }) => said.proved).length).toBeGreaterThan(8)
    expect(figures.wrong).toBe(0)
  })

  it('draws tasks with constraints, and impossible ones', () => {
    expect(problems.filter(({ formulas }) => formulas.never.length > 0).length).toBeGreaterThan(4)
    expect(problems.filter(({ formulas }) => formulas.before.length > 0).length).toBeGreaterThan(2)
    expect(of('graft').filter(({ said }) => said.steps === undefined && said.proved).length).toBeGreaterThan(
      2,
    )
  })

  it('draws the same from the same seed', () => {
    const again = drawProblems(worlds, { count: 40, seed: 11 })
    expect(again.map(({ formulas }) => formulas)).toEqual(problems.map(({ formulas }) => formulas))
  })
})

describe('the judge of plans', () => {
  const solved = of('graft').flatMap(({ problem, said }) => {
    const found = problems.find(({ name }) => name === problem)
    return found !== undefined && said.steps !== undefined && said.steps.length > 2
      ? [{ problem: found, steps: said.steps }]
      : []
  })

  it('refuses plans without their last step, and plans that a constraint forbids', () => {
    expect(solved.length).toBeGreaterThan(5)
    // a plan that is proved to be shortest or has no detours does not reach its goals before its end
    expect(solved.filter(({ problem, steps }) => isSound(problem, steps.slice(0, -1)))).toEqual([])
    const forbidden = solved.filter(({ problem, steps }) => {
      const never = problem.formulas.goals.slice(0, 1)
      return isSound({ ...problem, formulas: { ...problem.formulas, never } }, steps)
    })
    expect(forbidden).toEqual([])
  })
})

describe('the figures of the bench', () => {
  const [first] = rows
  const row = (said: SearchRow['said'], known: SearchRow['known']): SearchRow => ({
    ...(first ?? raise()),
    said,
    known,
    sound: true,
  })

  it('count what is missed, and proofs that are wrong', () => {
    const step = { skill: 'Go', args: {}, path: '' }
    const drawn = [
      row({ steps: undefined, proved: true, states: 1 }, 2),
      row({ steps: [step, step], proved: true, states: 2 }, 1),
      row({ steps: [step], proved: true, states: 3 }, 1),
      row({ steps: undefined, proved: false, states: 4 }, undefined),
    ]
    expect(figuresOf(drawn, new Map())).toMatchObject({
      problems: 4,
      solved: 2,
      missed: 1,
      wrong: 2,
      judged: 3,
    })
  })

  it('are printed with a line for each planner and group of worlds, and as CSV', () => {
    expect(tableOf(rows, ['graft', 'breadth-first']).split('\n').length).toBeGreaterThanOrEqual(2 + 2 * 3)
    expect(csvOf(rows).trim().split('\n')).toHaveLength(1 + rows.length)
  })
})

function raise(): never {
  throw new Error('no rows')
}
