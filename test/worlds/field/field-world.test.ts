import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { SKILL_NAMES } from '#twin/field/intend.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { compare, Counts } from './compare.js'
import { domain, textOf } from './documents.js'

const ROUNDS = Number(process.env['GRAFT_FIELD_WORLD'] ?? 30_000)
const EACH = Math.ceil(ROUNDS / domain.skills.length)

describe('MOD-10: worlds/field/world.yaml allows, refuses, does and expects what the twin of the field does', () => {
  it('has the skills of the robot that command something', () => {
    const silent = ['CustomDelay', 'ReadFaces']
    expect([...domain.skills].sort()).toEqual(SKILL_NAMES.filter((name) => !silent.includes(name)).sort())
    expect(domain.warnings).toEqual([])
  })

  it.each(domain.rules.skills.map(({ name, checks }) => [name, checks.map(({ id }) => id)] as const))(
    '%s',
    (skill, checks) => {
      const counts = new Counts()
      const rng = stream(18, 'field-world', skill)
      for (let n = 0; n < EACH; n++) expect(compare(rng, skill, domain, counts)).toEqual([])
      const { allowed, refused, stricter, done, undone } = counts
      expect(allowed + refused + stricter).toBe(EACH)
      const seen = JSON.stringify({ ...counts, checks: [...counts.checks] })
      expect(Math.min(allowed, refused), seen).toBeGreaterThan(EACH / 20)
      expect(Math.min(done, undone), seen).toBeGreaterThan(EACH / 200)
      expect(stricter, seen).toBeLessThan(EACH / 10)
      // each check of the document has refused something
      expect([...counts.checks].sort()).toEqual([...checks].sort())
    },
  )
})

/** What the comparison must not overlook: a rule that says something else, in one place of the document. */
const PLANTED: readonly (readonly [skill: string, what: string, by: string])[] = [
  ['MoveToZone', 'holds: position_known }', 'holds: at != none }'],
  ['MoveToZone', 'if number(?z) = ?zone then', 'if number(?z) >= ?zone then'],
  ['MoveToHome', 'effect: [at := home]', 'effect: [at := shelf_dock]'],
  ['LoadBlocks', 'done: lift = up and at', 'done: at'],
  ['LoadBlocks', 'home: zone_3', 'home: zone_1'],
  ['LoadBlocks', 'zone_7: true, else: false }', 'else: false }'],
  ['LoadBlocks', '(slot_here(?c) and not cup_full(?c))', '(slot_here(?c))'],
  [
    'LoadBlocks',
    'or lift != up and forall ?c in cup (cup_full(?c) implies cup_from(?c) = at)',
    'or lift != up',
  ],
  ['LoadBlocks', 'then cup_from(?c) := ?z', 'then cup_from(?c) := none'],
  ['LoadBlocks', 'implies not slot_full(?z, ?c)', 'implies not slot_here(?c)'],
  ['UnloadBlocks', 'zone_4: true, else: false', 'zone_6: true, else: false'],
  ['UnloadBlocks', 'not empty_gripper or lift != up\n', 'not empty_gripper\n'],
  ['UnloadBlocks', 'slot_blue(?z, ?c) := cup_blue(?c)', 'slot_blue(?z, ?c) := true'],
  ['UnloadBlocks', 'was(cup_full(?c) or empty_gripper)', 'was(cup_full(?c))'],
  ['RotateBlocks', 'cups_0110: { cup_1: true, cup_2: true', 'cups_0110: { cup_1: true, cup_3: true'],
  ['RotateBlocks', 'not rotator_turning or same_turn(?mask)', 'not rotator_turning'],
  ['RotateBlocks', 'names(?mask, ?c) and cup_full(?c) then', 'names(?mask, ?c) then'],
  ['RotateBlocks', '      - turn_known := false\n', ''],
  ['MoveCursor', 'position_known or at = shelf_dock', 'position_known'],
  ['MoveCursor', 'effect: [shelf := at_target, at := shelf_end,', 'effect: [shelf := at_target,'],
  ['MoveCursor', 'done: shelf = at_target', 'done: shelf != at_start'],
]

describe('a document with one rule changed is found out', () => {
  it.each(PLANTED)('%s: %j written as %j', (skill, what, by) => {
    const text = textOf('world.yaml')
    expect(text.split(what)).toHaveLength(2)
    const changed = must(parseDomainText(text.replace(what, by), 'world.yaml'), 'the changed document')
    const rng = stream(18, 'field-world', skill)
    let drawn = 0
    while (drawn < EACH && compare(rng, skill, changed, new Counts()).length === 0) drawn++
    expect(drawn, 'no difference was found').toBeLessThan(EACH)
  })
})
