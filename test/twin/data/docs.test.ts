import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { planOf } from '#robots/plan/plan-of.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import type { PlanReport } from '#twin/plan/report.js'
import type { Fluents } from '#worlds/value.js'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { graftTwin } from '../../cli/twin/graft-twin.js'
import { fold } from './worlds.js'

const page = readFileSync(`${REPO}/docs/twin/domains.md`, 'utf8')
const block = (info: string): string => {
  const found = page.split(`\`\`\`${info}\n`)[1]?.split('\n```')[0]
  if (found === undefined) throw new Error(`the page has no block ${info}`)
  return found
}
const text = block('yaml')
const laundry = must(parseDomainText(text, 'laundry/world.yaml'), 'the example')

describe('docs/twin/domains.md', () => {
  it('the example loads without a warning', () => {
    expect(laundry.warnings).toEqual([])
    expect(laundry.skills).toEqual(['OpenDoor', 'Take', 'Drop', 'Start'])
  })

  it('the mistake of the page is told as on the page', () => {
    const wrong = text.replace('holds: location(?cloth) = dirty', 'holds: location(?colth) = dirty')
    const loaded = parseDomainText(wrong, 'laundry/world.yaml')
    expect(loaded.ok ? [] : loaded.error.map(formatDiagnostic)).toEqual([block('text mistake')])
  })

  it('the good plan passes and reaches the goal, the bad one fails with the words of the page', () => {
    expect(check(block('xml good'))).toMatchObject({ verdict: 'passes', failures: [] })
    expect(check(block('xml bad')).failures.map((failure) => failure.text)).toEqual([block('text bad')])
    const step = (skill: string, cloth?: string) => ({ skill, args: cloth === undefined ? {} : { cloth } })
    const { ends } = fold(laundry, [
      step('OpenDoor'),
      step('Take', 'shirt'),
      step('Drop', 'shirt'),
      step('Start'),
    ])
    expect(ends.map((end) => laundry.goal?.every((part) => part.holds(end)))).toEqual([true])
  })

  it('a check without words of its own says what the page says', () => {
    const { refused } = fold(laundry, [{ skill: 'Drop', args: { cloth: 'socks' } }])
    expect(refused?.text).toBe(block('text judged Drop cloth="socks"'))
  })

  it('every command of the page does what the page says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'graft-laundry-'))
    writeFileSync(join(folder, 'world.yaml'), text)
    writeFileSync(join(folder, 'plan.xml'), block('xml good'))
    const lines = [...page.matchAll(/^graft twin (.+)$|`graft twin (check .+)`/gm)].map(
      (found) => found[1] ?? found[2],
    )
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const line of lines) {
      const words = [...(line ?? '').matchAll(/'([^']*)'|\S+/g)].map(([whole, quoted]) => quoted ?? whole)
      const args = words.map((word) =>
        word === 'laundry' ? folder : word === 'plan.xml' ? join(folder, word) : word,
      )
      expect([line, await graftTwin(...args)]).toMatchObject([line, { code: 0, err: '' }])
    }
  })

  it('every formula of the table is one, and so is every effect', () => {
    const [formulas = '', effects = ''] = page.split('| write | means |').slice(1)
    const cells = (table: string): string[] =>
      [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell = '']) =>
        [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
      )
    const written = cells(formulas)
    expect(written.length).toBeGreaterThanOrEqual(14)
    for (const formula of written) {
      const plain = formula.replace(/\b([ab])\b/g, 'door_open')
      const isNumber = plain.startsWith('was')
      const test = isNumber ? `${plain} = 0` : plain
      const full = /\?c\b/.test(test) ? `forall ?c in cloth (${test.replace('!= none', '!= washer')})` : test
      expect([formula, problems('- location(?cloth) = washer', `- ${JSON.stringify(full)}`)]).toEqual([
        formula,
        [],
      ])
    }
    const lines = cells(effects)
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const effect of lines) {
      const full = effect.includes('?c)') ? `forall ?c in cloth (${effect})` : effect
      expect([effect, problems('- location(?cloth) := gripper', `- ${JSON.stringify(full)}`)]).toEqual([
        effect,
        [],
      ])
    }
  })

  it('the world of the sixth part loads, refuses as the page says, and its plan is found', () => {
    const pantry = must(parseDomainText(block('yaml pantry'), 'pantry.yaml'), 'the pantry')
    expect(pantry.warnings).toEqual([])
    const { refused } = fold(pantry, [{ skill: 'Take', args: { food: 'milk' } }])
    expect(refused?.text).toBe(block('text pantry Take food="milk"'))
    expect(fold(pantry, [{ skill: 'Look', args: { food: 'milk' } }]).ends).toHaveLength(6)
    const asked = pantry.conditions.holds(
      { formula: 'place(?food) = at', args: { food: 'milk' } },
      pantry.initial,
    )
    expect(asked).toBe('unknown')
  })

  it('the outcomes of the fourth part load, and are as many as the port leaves open', () => {
    const mugs = must(
      parseDomainText(
        `domain: mugs
text: Mugs.
types: { mug: [cup], part: [handle, body] }
state: { held_by(mug): { is: part | none, start: none } }
skills:
  Take:
    text: take a mug
    checks: [{ id: free, text: it is free, holds: held_by(?mug) = none }]
    expected: [held_by(?mug) != none]
${block('yaml outcomes')}
`,
        'mugs.yaml',
      ),
      'the outcomes',
    )
    expect(fold(mugs, [{ skill: 'Take', args: { mug: 'cup' } }]).ends).toHaveLength(2)
    expect(fold(mugs, [{ skill: 'Take', args: { mug: 'cup', part: 'body' } }]).ends).toHaveLength(1)
  })
})

function check(xml: string): PlanReport<Fluents> {
  const library = domainLibrary(laundry.rules)
  const doc = must(parseTree(xml, { file: 'plan.xml', library }), 'the tree')
  return checkPlan(planOf(doc, library), laundry.initial, laundry)
}

function problems(from: string, to: string): readonly string[] {
  expect(text).toContain(from)
  const loaded = parseDomainText(
    text.replace(from, () => to),
    'laundry/world.yaml',
  )
  return loaded.ok ? [] : loaded.error.map(({ message }) => message)
}
