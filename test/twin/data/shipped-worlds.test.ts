import { describe, expect, it } from 'vitest'
import { checkPlan } from '#twin/plan/check-plan.js'
import { readStep } from '#cli/twin/explain/step-text.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import type { Fluents } from '#worlds/value.js'
import { allSteps, fold, reachable, treePlan, world, WORLDS } from './worlds.js'

const service = world('service')
const board = world('task-board')

describe('the service world and the task board, as data files', () => {
  it('load without a warning: every skill has two checks or more, and expects something (MOD-10)', () => {
    for (const domain of [service, board]) expect(domain.warnings).toEqual([])
    expect(service.skills).toEqual(['MoveTo', 'Grasp', 'PutDown', 'Open', 'Close'])
    expect(board.skills).toEqual(['PressButton', 'Grasp', 'Plug', 'OpenTrapdoor'])
  })

  it.each([
    ['service', 'move-water-glass'],
    ['service', 'fetch-milk'],
    ['service', 'store-apple'],
    ['task-board', 'solve-board'],
    ['task-board', 'charger-and-probe'],
  ])('MOD-16: the tree %s/%s passes the plan check on all its branches', (folder, tree) => {
    const domain = world(folder)
    const report = checkPlan(treePlan(domain, folder, tree), domain.initial, domain)
    expect(report.failures.map(({ text }) => text)).toEqual([])
    expect(report).toMatchObject({ verdict: 'passes', complete: true, ends: { success: 1, failure: 0 } })
  })

  it.each([
    ['service', 'missing-move', null, 'Grasp', 'same-place', 'put MoveTo place="kitchen_table" before Grasp'],
    ['service', 'full-gripper', 'Grasp', 'Grasp', 'gripper-empty', 'put PutDown before Grasp item="apple"'],
    ['service', 'closed-door', 'MoveTo', 'Open', 'gripper-empty', 'a full gripper cannot pull'],
    ['task-board', 'any-part', 'Grasp', 'Plug', 'working-part', 'write Grasp tool="charger" part="plug"'],
    ['task-board', 'wrong-part', 'Grasp', 'Plug', 'working-part', 'write Grasp tool="probe" part="handle"'],
    [
      'task-board',
      'red-too-early',
      'PressButton',
      'PressButton',
      'in-order',
      'put Plug tool="probe_cable" before',
    ],
    [
      'task-board',
      'full-gripper',
      'Grasp',
      'OpenTrapdoor',
      'gripper-empty',
      'plug it in before OpenTrapdoor',
    ],
  ])(
    'MOD-02: the tree %s/%s fails with the pair %s, %s named',
    (folder, tree, after, step, checkId, advice) => {
      const domain = world(folder)
      const report = checkPlan(treePlan(domain, folder, tree), domain.initial, domain)
      expect(report.verdict).toBe('fails')
      const [failure] = report.failures
      expect(failure?.after?.skill ?? null).toBe(after)
      expect(failure?.step.skill).toBe(step)
      expect(failure?.checkId).toBe(checkId)
      expect(failure?.text).toContain(advice)
    },
  )

  it('the service world gives no advice that leads nowhere: followed, it ends in a step that is allowed', () => {
    const ends = new Map<string, number>()
    for (const { state, command } of reachable(service, 5, 20_000)) {
      const end = followed(state, command)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
    expect([...ends.keys()].toSorted()).toEqual(['allowed', 'no advice', 'open it before Grasp'])
    expect(ends.get('allowed')).toBeGreaterThan(5_000)
  })

  it('MOD-16: the example of the paper reaches the goal of the service world, and the solved board that of the board', () => {
    const moved = fold(service, [
      { skill: 'MoveTo', args: { place: 'kitchen_table' } },
      { skill: 'Grasp', args: { item: 'water_glass' } },
      { skill: 'MoveTo', args: { place: 'coffee_table' } },
      { skill: 'PutDown', args: { item: 'water_glass', place: 'coffee_table' } },
    ])
    expect(moved.ends.map((end) => service.goal?.map((part) => part.holds(end)))).toEqual([[true]])
    const solved = fold(board, [
      { skill: 'PressButton', args: { button: 'blue_button' } },
      { skill: 'Grasp', args: { tool: 'probe_cable', part: 'plug' } },
      { skill: 'Plug', args: { tool: 'probe_cable' } },
      { skill: 'PressButton', args: { button: 'red_button' } },
      { skill: 'OpenTrapdoor', args: {} },
    ])
    expect(solved.ends.map((end) => board.goal?.map((part) => part.holds(end)))).toEqual([
      [true, true, true, true],
    ])
    expect(board.goal?.some((part) => part.holds(board.initial))).toBe(false)
  })

  it('MOD-01: an unparameterised grasp may end with any part held; the port narrows the outcomes down to a subset', () => {
    const grasp = (args: Record<string, string>): readonly unknown[] => {
      const [command] = okay(board.intend({ skill: 'Grasp', args }, board.initial))
      if (command === undefined) throw new Error('nothing to do')
      return okay(board.judge(board.initial, command)).outcomes.map((after) => after.get('grasped(charger)'))
    }
    expect(grasp({ tool: 'charger' })).toEqual(['plug', 'cable'])
    expect(grasp({ tool: 'charger', part: 'plug' })).toEqual(['plug'])
  })
})

describe.each(WORLDS)('every reachable state of the domain %s', (name) => {
  const domain = world(name)
  const walk = [...reachable(domain, 1, 20_000)]

  it('MOD-01: where all checks hold, every outcome satisfies every expectation', () => {
    let permitted = 0
    for (const { state, command } of walk) {
      const verdict = domain.judge(state, command)
      if (!verdict.ok) continue
      permitted++
      for (const after of verdict.value.outcomes) {
        const unmet = verdict.value.expected.filter((expectation) => !expectation.holds(after))
        expect(unmet.map(({ text }) => `${domain.describeCommand(command)}: ${text}`)).toEqual([])
      }
    }
    expect(permitted).toBeGreaterThan(500)
  })

  it('judging is pure: the same twice, and neither state nor command changes', () => {
    for (const { state, command } of walk.slice(0, 2_000)) {
      const [facts, said] = [JSON.stringify([...state]), JSON.stringify(command)]
      const plain = (): string => {
        const verdict = domain.judge(state, command)
        return JSON.stringify(verdict.ok ? verdict.value.outcomes.map((after) => [...after]) : verdict.error)
      }
      expect(plain()).toBe(plain())
      expect([JSON.stringify([...state]), JSON.stringify(command)]).toEqual([facts, said])
    }
  })

  it('fingerprints are equal exactly when all facts are, in whatever order they were set', () => {
    const states = walk.slice(0, 300).map(({ state }) => state)
    const facts = (state: (typeof states)[number]): string => JSON.stringify([...state].toSorted())
    for (const a of states) {
      expect(domain.fingerprint(new Map([...a].toReversed()))).toBe(domain.fingerprint(a))
      for (const b of states.slice(0, 60)) {
        expect(domain.fingerprint(a) === domain.fingerprint(b)).toBe(facts(a) === facts(b))
      }
    }
  })

  it('MOD-10: every check has let pass and has refused, and says what to do with no hole left in it', () => {
    const passed = new Set<string>()
    const refused = new Set<string>()
    const blocked = new Map(
      [...domain.initial].map(([fact, value]) => [fact, fact === 'blocked(sink)' ? true : value]),
    )
    const more = allSteps(domain).flatMap((step) => {
      const commands = domain.intend(step, blocked)
      return commands.ok ? commands.value.map((command) => ({ state: blocked, command })) : []
    })
    for (const { state, command } of [...walk, ...more]) {
      for (const { checkId, holds, advice } of domain.explain(state, command)) {
        if (holds) {
          passed.add(`${command.skill}/${checkId}`)
        } else {
          refused.add(`${command.skill}/${checkId}`)
          expect(advice).toMatch(/^[^{}?]+$/)
        }
      }
    }
    const all = domain.rules.skills.flatMap(({ name: skill, checks }) =>
      checks.map(({ id }) => `${skill}/${id}`),
    )
    expect([...passed].toSorted()).toEqual(all.toSorted())
    expect([...refused].toSorted()).toEqual(all.toSorted())
  })

  it('a step that is done is skipped, and what is named as of use can be done', () => {
    for (const { state } of walk.slice(0, 200)) {
      for (const step of domain.candidates?.(state) ?? []) {
        const [command] = okay(domain.intend(step, state))
        expect(command === undefined ? 'done' : domain.judge(state, command).ok).toBe(true)
      }
    }
  })
})

/** Follows the advice of refusals: `allowed`, or what is left to say. */
function followed(state: Fluents, command: GroundSkill, left = 5): string {
  const verdict = service.judge(state, command)
  if (verdict.ok) return 'allowed'
  const [, advised, before] = /put (\w+ \w+="\w+") before (\w+)/.exec(verdict.error.text) ?? []
  if (advised === undefined) return FREE.test(verdict.error.text) ? 'no advice' : verdict.error.text
  // what takes an empty gripper is to be done earlier, not now
  if (command.skill === 'Open' && before === 'Grasp') return 'open it before Grasp'
  const [next] = okay(service.intend(okay(readStep(advised)), state))
  return next === undefined || left === 0 ? `nowhere: ${verdict.error.text}` : followed(state, next, left - 1)
}

/** What cannot be advised in one step: free the gripper, open before fetching, leave out. */
const FREE = /is not closed|put MoveTo and Open|drop this step|put PutDown before/

function okay<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
