import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

const TEXT = `domain: paper
text: Two arms and a person put paper away.
types:
  sheet: [letter, draft]
  arm: [left, right]
  person: [anna]
  place: [desk, shredder, floor]
constants:
  metres(place): { is: 0..9, values: { shredder: 4, else: 1 } }
state:
  at(sheet): { is: place, start: desk }
skills:
  Shred:
    text: shred a sheet
    ports: { sheet: sheet }
    checks:
      - { id: there, text: it is there, holds: at(?sheet) = desk }
      - { id: not-gone, text: it is not gone, holds: at(?sheet) != shredder }
    outcomes:
      - { text: shredded, chance: 0.9, effect: ['at(?sheet) := shredder'] }
    fails:
      - { text: it slips, chance: 0.1, effect: ['at(?sheet) := floor'] }
    irreversible: true
    ask: 'Shall I shred the {?sheet}?'
    duration: 3 + metres(shredder)
    by: arm | person
    expected: [at(?sheet) = shredder]
`

describe('what a runtime has to know of a skill', () => {
  const domain = must(parseDomainText(TEXT, 'paper.yaml'), 'world')
  const [command] = must(domain.intend({ skill: 'Shred', args: { sheet: 'draft' } }, domain.initial), 'step')

  it('is said of a command: whom to ask, how long it takes, who does it, how it can end', () => {
    const about = command && domain.about(domain.initial, command)
    expect(about).toMatchObject({
      irreversible: true,
      ask: 'Shall I shred the draft?',
      seconds: 7,
      by: ['left', 'right', 'anna'],
    })
    expect(
      about?.ways.map(({ text, chance, fails, after }) => [text, chance, fails, after.get('at(draft)')]),
    ).toEqual([
      ['shredded', 0.9, false, 'shredder'],
      ['it slips', 0.1, true, 'floor'],
    ])
  })

  it('does not change the verdict: plans are judged on success', () => {
    const verdict = command && must(domain.judge(domain.initial, command), 'verdict')
    expect(verdict?.outcomes.map((after) => after.get('at(draft)'))).toEqual(['shredder'])
  })

  it('is shown in the rules', () => {
    expect(domain.rules.skills[0]).toMatchObject({
      marks: {
        irreversible: true,
        ask: 'Shall I shred the {?sheet}?',
        duration: '3 + metres(shredder)',
        by: ['left', 'right', 'anna'],
      },
      outcomes: [{ text: 'shredded', chance: 0.9 }],
      fails: [{ text: 'it slips', chance: 0.1 }],
    })
  })

  it.each([
    ['chance: 0.1', 'chance: 0.2', 'paper.yaml:13:3: error domain.chance-sum: the chances of Shred add up to more than 1\n  expected: at most 1 over outcomes: and fails:\n  got:      1.1'],
    ['chance: 0.1', 'chance: 10', 'paper.yaml:22:35: error domain.type: skills.Shred.fails[0].chance has an invalid value\n  expected: a number from 0 to 1\n  got:      10'],
    ['irreversible: true', 'irreversible: "yes"', 'paper.yaml:23:19: error domain.type: skills.Shred.irreversible has an invalid value\n  expected: true or false\n  got:      "yes"'],
    ['3 + metres(shredder)', 'at(?sheet)', 'paper.yaml:25:15: error domain.not-a-number: at(?sheet) is no number\n  expected: a formula whose value is a number, such as count ?i in item (…)\n  got:      a place'],
    ['by: arm | person', 'by: 0..3', 'paper.yaml:26:9: error domain.no-actor: "0..3" are no actors\n  expected: a type of objects, or one object\n  got:      "0..3"'],
    ['by: arm | person', 'by: lft', 'paper.yaml:26:9: error domain.unknown-type: there is no type "lft"'],
  ])('%s → %s is refused', (from, to, golden) => {
    const loaded = parseDomainText(TEXT.replace(from, () => to), 'paper.yaml')
    const said = loaded.ok ? '' : loaded.error.map(formatDiagnostic).join('\n')
    expect(said.slice(0, golden.length)).toBe(golden)
  }) // prettier-ignore
})
