import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { loadWorld } from '#app/world/load-world.js'
import { chanceRows } from '#app/world/memory/chance-rows.js'
import { SkillChances, sumChances } from '#app/world/memory/skill-chances.js'
import { correctChances } from '#cli/world/write-chances.js'
import { attemptsFor, chanceInterval, expectedChance } from '#worlds/run/chance.js'
import { explainEnd } from '#worlds/run/explain-end.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { tryStep } from '#twin/plan/try-step.js'
import { UNKNOWN } from '#worlds/value.js'

describe('a chance that is corrected by what happens', () => {
  it('the interval holds the true chance in 95 of 100 cases, and the estimate nears it', () => {
    let inside = 0
    const cases = 2000
    for (let i = 0; i < cases; i++) {
      const rng = stream('chance', i)
      const chance = 0.02 + 0.5 * rng.next()
      const tries = 20 + rng.int(200)
      const seen = Array.from({ length: tries }, () => rng.chance(chance)).filter(Boolean).length
      const [low, high] = chanceInterval({ tries, seen })
      if (low <= chance && chance <= high) inside++
    }
    expect(inside / cases).toBeGreaterThan(0.935)
    expect(inside / cases).toBeLessThan(0.975)
  })

  it('the estimate lies between what is declared and what was seen, the nearer to this the more was tried', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(500).chain((tries) => fc.tuple(fc.constant(tries), fc.nat(tries))),
        (declared, [tries, seen]) => {
          const estimate = expectedChance(declared, { tries, seen })
          const share = tries === 0 ? declared : seen / tries
          expect(estimate).toBeGreaterThanOrEqual(Math.min(declared, share) - 1e-12)
          expect(estimate).toBeLessThanOrEqual(Math.max(declared, share) + 1e-12)
          const more = expectedChance(declared, { tries: 10 * tries, seen: 10 * seen })
          expect(Math.abs(more - share)).toBeLessThanOrEqual(Math.abs(estimate - share) + 1e-12)
        },
      ),
    )
  })

  it('a step is tried until it fails once in a thousand at most, three to eight times', () => {
    expect([0, 0.02, 0.1, 0.2, 0.3, 0.4, 0.9, 1].map(attemptsFor)).toEqual([3, 3, 3, 5, 6, 8, 8, 8])
  })
})

/** A way through the home on which every skill that can fail is possible somewhere. */
const WAY = [
  ['GoTo', { place: 'coffee_table' }],
  ['Pick', { item: 'mug' }],
  ['GoTo', { place: 'kitchen_table' }],
  ['Handover', { item: 'mug', person: 'ben' }],
  ['GoTo', { place: 'fridge' }],
  ['Open', { container: 'fridge' }],
  ['Pick', { item: 'milk' }],
  ['GoTo', { place: 'counter' }],
  ['Place', { item: 'milk', place: 'counter' }],
  ['GoTo', { place: 'bedroom_door' }],
  ['OpenDoor', { door: 'bedroom_door' }],
] as const

describe('the facts tell in which declared way a step has failed', async () => {
  const { domain } = must(await loadWorld({ world: 'home' }), 'home')
  const states = [domain.initial]
  for (const [skill, args] of WAY) {
    const step = { path: '/', skill, args }
    const ended = must(tryStep(step, states.at(-1) ?? domain.initial, domain), `${skill} is permitted`)
    states.push(...ended.ends.slice(0, 1))
  }
  // who may be asked where the keys are
  states.push(
    new Map([...domain.initial, ['at', 'sofa'], ['robot_in', 'living_room'], ['location(keys)', UNKNOWN]]),
  )
  const tried = states.flatMap((before) =>
    (domain.candidates?.(before) ?? []).flatMap((step) => {
      const commands = domain.intend(step, before)
      return commands.ok && commands.value[0] !== undefined ? [{ before, command: commands.value[0] }] : []
    }),
  )

  it('each declared end of every step that is possible on a way through the home is told from the others', () => {
    const told = new Map<string, number>()
    for (const { before, command } of tried) {
      const { ways } = domain.about(before, command)
      for (const way of ways) {
        const verdict = must(domain.judge(before, command), 'a candidate is permitted')
        const worked = verdict.expected.every((one) => one.holds(way.after))
        const end = explainEnd(domain, { command, before, after: way.after, worked })
        const same = ways.filter(
          (other) => other.fails && [...way.after].every(([fact, value]) => other.after.get(fact) === value),
        )
        expect(end.ended, `${command.skill}: ${way.text ?? 'done'}`).toBe(way.fails ? 'as-declared' : 'well')
        if (!way.fails) continue
        expect([...end.shares.keys()].sort()).toEqual([...new Set(same.map(({ place }) => place))].sort())
        expect([...end.shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
        told.set(command.skill, (told.get(command.skill) ?? 0) + 1)
      }
    }
    expect([...told.keys()].sort()).toEqual(
      domain.rules.skills.flatMap(({ name, fails }) => (fails === undefined ? [] : [name])).sort(),
    )
  })

  const slip = tried.find(({ before, command }) => {
    const { ways } = domain.about(before, command)
    return command.skill === 'GoTo' && ways.filter(({ fails }) => fails).length === 3
  })
  const pick = tried.find(({ command }) => command.skill === 'Pick')

  it('a thing that is missed and not seen fits both places where it may have slipped: each has its share', () => {
    const { before, command } = found(slip)
    const held = [...before].find(([, value]) => value === 'gripper')?.[0] ?? ''
    const there = domain.about(before, command).ways.find(({ fails }) => !fails)?.after ?? before
    const after = new Map([...there, [held, UNKNOWN]])
    const { ended, shares } = explainEnd(domain, { command, before, after, worked: true })
    expect(ended).toBe('as-declared')
    expect([...shares]).toEqual([[1, 0.5], [2, 0.5]]) // prettier-ignore
  })

  it('what no way explains is counted as other: a thing that is elsewhere, or gone, was not missed by the fingers', () => {
    const { before, command } = found(pick)
    const thing = `location(${String(command.bindings[0][0])})`
    for (const where of ['hall_floor', UNKNOWN]) {
      const after = new Map([...before, [thing, where]])
      expect(explainEnd(domain, { command, before, after, worked: false })).toMatchObject({ ended: 'other' })
    }
    const chances = new SkillChances(domain)
    const attempt = {
      path: '/0',
      begun: 0,
      ended: 1,
      command,
      before,
      result: 'exec_fail',
    } as never as Parameters<SkillChances['add']>[0][number]
    chances.add([
      { ...attempt, after: before },
      { ...attempt, after: new Map([...before, [thing, UNKNOWN]]) },
    ])
    expect(chances.seen).toMatchObject({ Pick: { tries: 2, other: 1, ways: [{ tries: 2, seen: 1 }] } })
    const again = new SkillChances(domain, JSON.parse(JSON.stringify(chances.seen)) as typeof chances.seen)
    expect(again.failureOf('Pick')).toBeCloseTo((10 * 0.1 + 1) / 12)
    expect(sumChances([chances.seen, chances.seen])['Pick']).toMatchObject({ tries: 4, other: 2 })
  })
})

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the search has found no such step')
  return value
}

const WORLD = `# a bench
domain: bench
text: An arm takes a cup.
types: { place: [table], item: [cup], hand: [gripper] }
state:
  location(item): { is: place | hand, start: table, text: where it is } # seen by the camera
skills:
  Take:
    text: take a thing
    ports: { item: item }
    checks:
      - { id: table, text: on the table, holds: location(?item) = table }
      - { id: free, text: free, holds: not exists ?i in item (location(?i) = gripper) }
    outcomes:
      - { text: taken, chance: 0.5, effect: ['location(?item) := gripper'] }
    fails:   # as the maker says
      - { text: it slips,   chance: 0.1, effect: [] }   # worn fingers
      - text: it is missed
        chance: "0.20"
        effect: []
    expected: [location(?item) = gripper]
`
const rowsOf = (slips: number, missed: number) =>
  chanceRows({
    Take: {
      tries: 100,
      other: 0,
      ways: [
        { text: 'it slips', declared: 0.1, tries: 100, seen: slips },
        { text: 'it is missed', declared: 0.2, tries: 100, seen: missed },
      ],
    },
  })

describe('graft world chances --write', () => {
  const text = WORLD.replace('"0.20"', '0.20')

  it('changes the numbers and nothing else, and what it writes is what is read', () => {
    const rows = rowsOf(30, 5)
    expect(rows.map(({ off }) => off)).toEqual([true, true])
    const written = must(correctChances(text, 'world.yaml', rows), 'a valid world')
    expect(written).toBe(text.replace('chance: 0.1,', 'chance: 0.28,').replace('0.20', '0.064'))
    const { rules } = must(parseDomainText(written, 'world.yaml'), 'a valid world')
    expect(rules.skills[0]?.fails?.map(({ chance }) => chance)).toEqual([0.28, 0.064])
  })

  it('a chance that would make the world invalid is not written, and is told with its place', () => {
    const refused = correctChances(text, 'world.yaml', rowsOf(60, 20))
    expect(refused).toMatchObject({
      ok: false,
      error: [
        {
          code: 'domain.chance-sum',
          where: { line: 8 },
          hint: expect.stringContaining('not written') as string,
        },
      ],
    })
  })

  it('a number that two ways share by an alias is not written', () => {
    const shared = text.replace('chance: 0.1,', 'chance: &one 0.1,').replace('0.20', '*one')
    expect(correctChances(shared, 'world.yaml', rowsOf(30, 5))).toMatchObject({
      ok: false,
      error: [{ code: 'world.chance-shared' }],
    })
  })
})
