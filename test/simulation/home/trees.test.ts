import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { planOf } from '#robots/plan/plan-of.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import {
  domain,
  homeOf,
  isReached,
  play,
  scenarioOf,
  SCENARIOS,
  stepsOf,
  taskOf,
  TASKS,
  treeText,
} from './support.js'
import { HOME_FAULT_PROFILES } from '#simulation/home/fault-profile.js'

const library = domainLibrary(domain.rules)
const verdictOf = (kind: 'initial' | 'reference', task: string): string => {
  const parsed = must(parseTree(treeText(kind, task), { file: task, library }), task)
  const start = new Map([...domain.initial, ...Object.entries(taskOf(task).start)])
  return checkPlan(planOf(parsed, library), start, domain).verdict
}

describe('the trees of the home', () => {
  it.each(TASKS)(
    '%s: the reference tree passes the plan check from the start of the task, the first does not',
    (task) => {
      expect(verdictOf('reference', task)).toBe('passes')
      expect(verdictOf('initial', task)).toBe('fails')
    },
  )

  it.each(TASKS)(
    '%s: the reference tree reaches the goals within the time when nothing goes wrong',
    (task) => {
      const { start, goals, limitSeconds } = taskOf(task)
      const home = homeOf({ task, start })
      expect(isReached(home, goals)).toBe(false)
      expect(play(home, stepsOf(treeText('reference', task)))).toBe(true)
      expect(isReached(home, goals)).toBe(true)
      expect(home.operatingSeconds).toBeGreaterThan(20)
      expect(home.operatingSeconds).toBeLessThan(limitSeconds)
    },
  )

  it.each(TASKS)('%s: the first tree does not reach the goals', (task) => {
    const { start, goals } = taskOf(task)
    const home = homeOf({ task, start })
    play(home, stepsOf(treeText('initial', task)))
    expect(isReached(home, goals)).toBe(false)
  })

  it('with nominal faults retries carry most reference trees through', () => {
    const runs = TASKS.flatMap((task) => Array.from({ length: 8 }, (_, episode) => ({ task, episode })))
    const reached = runs.filter(({ task, episode }) => {
      const { start, goals } = taskOf(task)
      const home = homeOf({ task, start, episode, faults: HOME_FAULT_PROFILES.nominal })
      play(home, stepsOf(treeText('reference', task)))
      return isReached(home, goals)
    })
    expect(runs).toHaveLength(40)
    expect(reached.length).toBeGreaterThanOrEqual(30)
  })

  it.each(SCENARIOS)('the scenario %s plays to an end with every reference tree', (name) => {
    const ends = TASKS.map((task) => {
      const home = homeOf({ task, start: taskOf(task).start, scenario: scenarioOf(name) })
      play(home, stepsOf(treeText('reference', task)))
      return home.running
    })
    expect(ends).toEqual(TASKS.map(() => undefined))
  })
})
