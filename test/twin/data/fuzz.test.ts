import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadDomain } from '#worlds/load-domain.js'
import { Problems } from '#worlds/problems.js'
import { parseEffect } from '#worlds/syntax/parse-effect.js'
import { parseFormula } from '#worlds/syntax/parse.js'
import { parseRange } from '#worlds/syntax/parse-range.js'
import { allSteps, fold, world, WORLDS, worldText } from './worlds.js'

/** Texts that each fuzz test tries; `GRAFT_FUZZ=1000000 npx vitest run test/twin/data/fuzz` for a long run. */
const COUNT = Number(process.env['GRAFT_FUZZ'] ?? 100_000)
/** A whole domain takes some hundred times as long as one formula. */
const DOMAINS = Math.max(500, Math.floor(COUNT / 200))
const LONG = Math.max(120_000, COUNT)

const WORDS = [
  'and', 'or', 'not', 'implies', 'in', 'not in', 'forall ?i in item (', 'exists ?p in place (', 'count ?i in item (', 'if', 'then',
  'else', 'true', 'false', 'none', 'was(', '(', ')', '{', '}', ',', '=', '!=', '<', '<=', '>', '>=', '+', '-', ':=', '..', '|', '?item',
  '?place', '?i', '?p', '?', 'at', 'location(', 'location(?item)', 'open(fridge)', 'held(?i)', 'hand_free', 'item', 'place', 'gripper',
  'water_glass', 'mug', '0', '7', '999999999999', '0..5', '9..0', '"', "'", '&&', '!', ':', '[', '\n', '\t', 'ä', '😀', '\u0000',
  '*', 'sum ?i in item (', 'min ?i in item (', 'max ?p in place (', 'known(', 'unknown', 'start(', 'number(', 'reaches(', '0..5 g',
  'x'.repeat(70), 'constructor', '__proto__', 'toString',
] // prettier-ignore

const sentence = (rng: Rng, most: number): string =>
  Array.from({ length: 1 + rng.int(most) }, () => rng.pick(WORDS)).join(rng.chance(0.9) ? ' ' : '')

describe(`${COUNT} formulas, effects and ranges made of words at random`, () => {
  it(
    'are read or refused with one problem inside the text, never thrown at',
    () => {
      let read = 0
      for (let run = 0; run < COUNT; run++) {
        const rng = stream('formula', run)
        const text = sentence(rng, run % 50 === 0 ? 200 : 12)
        const found: number[] = []
        const problems = new Problems(({ offset = -1 }) => {
          found.push(offset)
          return undefined
        })
        const parse = [parseFormula, parseEffect, parseRange][run % 3] ?? parseFormula
        const parsed = parse({ text, spot: { path: ['x'], offset: 0 } }, problems)
        if (parsed !== undefined) read++
        if (
          (parsed === undefined) !== (found.length === 1) ||
          found.some((at) => at < 0 || at > text.length)
        ) {
          expect.fail(
            `${JSON.stringify(text)}: ${parsed === undefined ? 'refused' : 'read'}, problems at ${found.join()}`,
          )
        }
      }
      expect(read).toBeGreaterThan(COUNT / 200)
    },
    LONG,
  )

  it.each([
    ['brackets', '('.repeat(900)],
    ['negations', 'not '.repeat(400) + 'true'],
    ['quantifiers', 'forall ?a in item ('.repeat(60) + 'true'],
    ['implications', 'true implies '.repeat(200) + 'true'],
    ['conditions', 'if true then '.repeat(150) + 'at := sofa'],
    ['arguments', 'location('.repeat(240)],
    ['a long sum', Array.from({ length: 240 }, () => '1').join(' + ')],
    ['a long text', 'a'.repeat(100_000)],
  ])('%s without end are refused in time', (_, text) => {
    for (const parse of [parseFormula, parseEffect, parseRange]) {
      const problems = new Problems(() => undefined)
      const parsed = parse({ text, spot: { path: [] } }, problems)
      expect(parsed === undefined).toBe(problems.errors === 1)
    }
  })
})

describe(`${DOMAINS} domains with something changed`, () => {
  it.each(WORLDS)(
    '%s: is refused with places and advice, or works as any other',
    (name) => {
      const text = worldText(name).replace(/^#.*\n/gm, '')
      const seen = { accepted: 0, refused: 0, inside: 0 }
      for (let run = 0; run < DOMAINS; run++) {
        const rng = stream('domain', name, run)
        const changed = mutate(text, rng)
        const loaded = parseDomainText(changed, 'd.yaml')
        if (loaded.ok) {
          seen.accepted++
          const { value: domain } = loaded
          const steps = allSteps(domain).slice(0, 400)
          if (steps.length > 0) fold(domain, [rng.pick(steps), rng.pick(steps), rng.pick(steps)])
          continue
        }
        seen.refused++
        const lines = changed.split(/\r\n|\r|\n/)
        expect(loaded.error.length).toBeGreaterThan(0)
        expect(loaded.error.length).toBeLessThanOrEqual(101)
        for (const { code, message, where } of loaded.error) {
          if (code === 'domain.unknown-name') seen.inside++
          expect(code).toMatch(/^domain\.[a-z0-9-]+$/)
          expect(message).not.toBe('')
          expect(where?.line).toBeLessThanOrEqual(lines.length)
          // places of broken YAML are the library's
          if (code === 'domain.yaml-syntax') continue
          expect(where?.column).toBeLessThanOrEqual((lines[(where?.line ?? 0) - 1] ?? '').length + 1)
        }
      }
      // both sides of the property were exercised, and mistakes inside formulas too
      expect(seen.accepted).toBeGreaterThan(DOMAINS / 20)
      expect(seen.refused).toBeGreaterThan(DOMAINS / 5)
      expect(seen.inside).toBeGreaterThan(DOMAINS / 50)
    },
    LONG,
  )

  it(
    'data of any other shape are refused',
    () => {
      const rng = stream('shapes')
      const odd = (depth: number): unknown => {
        const leaf = rng.pick([null, true, 0, -1, 1.5, NaN, '', 'item', [], {}])
        if (depth === 0 || rng.chance(0.2)) return leaf
        const keys = [
          'domain',
          'text',
          'types',
          'state',
          'skills',
          'checks',
          'holds',
          'is',
          'start',
          'else',
          '__proto__',
        ]
        return rng.chance(0.3)
          ? Array.from({ length: rng.int(4) }, () => odd(depth - 1))
          : Object.fromEntries(keys.filter(() => rng.chance(0.6)).map((key) => [key, odd(depth - 1)]))
      }
      for (let run = 0; run < DOMAINS; run++) {
        const loaded = loadDomain(odd(5), () => undefined)
        expect(loaded.ok).toBe(false)
      }
    },
    LONG,
  )
})

describe('a domain that would cost too much', () => {
  const load = (definitions: readonly string[], holds = 'true'): readonly string[] => {
    const base = worldText('service')
    const text = base
      .replace('definitions:\n', () => `definitions:\n${definitions.map((line) => `  ${line}\n`).join('')}`)
      .replace('holds: hand_free', () => `holds: ${holds}`)
    const loaded = parseDomainText(text, 'd.yaml')
    return loaded.ok ? [] : loaded.error.map(({ code }) => code)
  }

  it('quantifiers inside quantifiers', () => {
    const nested = 'abcdefg'.split('').reduceRight((body, v) => `exists ?${v} in item (${body})`, 'at = sink')
    expect(load([], nested)).toEqual(['domain.formula-too-costly'])
  })

  it('effects for every one of every one', () => {
    const nested = 'abcdef'.split('').reduceRight((body, v) => `forall ?${v} in item (${body})`, 'at := sink')
    const text = worldText('service').replace('- at := ?place', `- ${nested}`)
    const loaded = parseDomainText(text, 'd.yaml')
    expect(loaded.ok || loaded.error.map(({ code }) => code)).toEqual(['domain.formula-too-costly'])
  })

  it('too many objects, and too many entries of a list', () => {
    const many = (count: number, start: string): string =>
      Array.from({ length: count }, (_, index) => `${start}${index}`).join(', ')
    const codes = (from: string, to: string): unknown => {
      const loaded = parseDomainText(worldText('service').replace(from, to), 'd.yaml')
      return loaded.ok || loaded.error.map(({ code }) => code)
    }
    expect(codes('types:\n', `types:\n  x: [${many(300, 'x')}]\n  y: [${many(300, 'y')}]\n`)).toEqual([
      'domain.too-many',
    ])
    expect(codes('types:\n', `types:\n  x: [${many(501, 'x')}]\n`)).toEqual(['domain.too-many'])
    expect(codes('types:\n', `types:\n  x: [${many(400, 'x')}]\n`)).toBe(true)
    expect(
      codes(
        '- location(?item) := gripper',
        Array.from({ length: 101 }, () => '- at := sink').join('\n      '),
      ),
    ).toEqual(['domain.too-many'])
  })

  it('definitions that double one another', () => {
    const lines = Array.from({ length: 19 }, (_, i) => `d${i + 1}: d${i} and d${i}`)
    expect(load(['d0: hand_free', ...lines])).toContain('domain.formula-too-costly')
  })

  it('definitions in a long row', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `e${i}: e${i + 1}`)
    expect(load([...lines, 'e60: hand_free'])).toContain('domain.formula-too-deep')
  })

  it('too many facts', () => {
    const text = worldText('service').replace(
      'state:\n',
      'state:\n  near(item, item, item, item, item): { is: bool, start: false }\n',
    )
    const loaded = parseDomainText(text, 'd.yaml')
    expect(loaded.ok || loaded.error.map(({ code }) => code)).toEqual(['domain.too-many'])
  })
})

/** One to three changes that keep most of a file. */
function mutate(text: string, rng: Rng): string {
  let changed = text
  for (let left = 1 + rng.int(3); left > 0; left--) {
    const lines = changed.split('\n')
    const line = rng.int(lines.length)
    const words = [...changed.matchAll(/[?\w]+/g)]
    const word = rng.pick(words)
    const other = rng.pick(words)
    switch (rng.int(6)) {
      case 0:
        changed = lines.toSpliced(line, 1).join('\n')
        break
      case 1:
        changed = lines.toSpliced(line, 0, lines[line] ?? '').join('\n')
        break
      case 2:
      case 3:
        changed = changed.slice(0, word.index) + other[0] + changed.slice(word.index + word[0].length)
        break
      case 4: {
        const at = rng.int(changed.length)
        changed = changed.slice(0, at) + rng.pick(WORDS) + changed.slice(at)
        break
      }
      case 5: {
        const at = rng.int(changed.length)
        changed = changed.slice(0, at) + changed.slice(at + 1 + rng.int(6))
        break
      }
    }
  }
  return changed
}

describe('the worlds that the fuzz tests change', () => {
  it('are there', () => expect(WORLDS.map((name) => world(name).skills.length)).toEqual([5, 4]))
})
