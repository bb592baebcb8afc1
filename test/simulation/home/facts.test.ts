import { describe, expect, it } from 'vitest'
import { hasValue } from '#worlds/value.js'
import { HOME_FAULT_PROFILES } from '#simulation/home/fault-profile.js'
import { HOME_SKILLS } from '#simulation/home/skills/catalogue.js'
import { domain, homeOf, play, scenarioOf, SCENARIOS, stepsOf, taskOf, TASKS, treeText } from './support.js'

describe('the facts of the home and those of the world file', () => {
  it('have the same names, in the home as it is at the start with the same values', () => {
    const truth = homeOf().truth()
    expect([...truth.keys()].sort()).toEqual([...domain.initial.keys()].sort())
    expect(Object.fromEntries(truth)).toEqual(Object.fromEntries(domain.initial))
    expect(truth.size).toBe(49)
  })

  it('every value that truth and sensors take is one that the world file allows', () => {
    let seen = 0
    const wrong: string[] = []
    for (const task of TASKS) {
      for (const name of SCENARIOS) {
        const home = homeOf({
          task,
          start: taskOf(task).start,
          scenario: scenarioOf(name),
          faults: HOME_FAULT_PROFILES.rough,
        })
        for (const step of stepsOf(treeText('reference', task))) {
          play(home, [step])
          const values = [...home.truth(), ...home.sense().map(({ fact, value }) => [fact, value] as const)]
          seen += values.length
          for (const [fact, value] of values) {
            const sort = domain.sorts.get(fact)
            if (sort === undefined || !hasValue(sort, value)) wrong.push(`${fact} = ${String(value)}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect(seen).toBeGreaterThan(5_000)
  })

  it('robot and world file have the same skills with the same ports', () => {
    const ports = Object.fromEntries(
      domain.rules.skills.map(({ name, ports: named }) => [name, named.map((port) => port.name)]),
    )
    expect(
      Object.fromEntries(Object.entries(HOME_SKILLS).map(([k, v]) => [k, Object.keys(v.params)])),
    ).toEqual(ports)
  })

  it('what the world file expects of a step that succeeded is so in the home, when nothing goes wrong', () => {
    let checked = 0
    for (const task of TASKS) {
      const home = homeOf({ task, start: taskOf(task).start })
      for (const { skill, params } of stepsOf(treeText('reference', task))) {
        const before = home.truth()
        const commands = domain.intend({ skill, args: params }, before)
        expect(commands.ok).toBe(true)
        for (const command of commands.ok ? commands.value : []) {
          const verdict = domain.judge(before, command)
          expect(verdict.ok).toBe(true)
          expect(play(home, [{ skill, params, attempts: 1 }])).toBe(true)
          const outcomes = verdict.ok ? verdict.value.outcomes.map((each) => Object.fromEntries(each)) : []
          expect(outcomes).toContainEqual(Object.fromEntries(home.truth()))
          checked++
        }
      }
    }
    expect(checked).toBeGreaterThan(40)
  })
})
