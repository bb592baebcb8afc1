import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filled, markersOf, pagesOf } from '../../lab/claims/pages.js'
import { chosen, readRegister, REPO } from '../../lab/claims/register.js'
import { readResults, RESULTS } from '../../lab/claims/results.js'
import { readUnmeasured, unmarkedLines } from '../../lab/claims/unmarked.js'
import { repositoryFiles } from '../../lab/architecture/source-tree.js'

const register = readRegister()
const claims = register.flatMap((one) => one.claims)
const results = readResults(join(REPO, RESULTS))
const page = (path: string): string => readFileSync(join(REPO, path), 'utf8')

describe('the register of claims', () => {
  it('holds claims, each marked on each of its pages, and no page marks another one', () => {
    expect(claims.length).toBeGreaterThanOrEqual(30)
    const marked = pagesOf(register).flatMap((path) => markersOf(page(path)).map(({ id }) => `${path} ${id}`))
    const promised = claims.flatMap(({ id, pages }) => pages.map((path) => `${path} ${id}`))
    expect(new Set(marked)).toEqual(new Set(promised))
    const elsewhere = repositoryFiles().filter(
      (path) => path.endsWith('.md') && !pagesOf(register).includes(path) && markersOf(page(path)).length > 0,
    )
    expect(elsewhere).toEqual(['docs/claims.md'])
  })

  it('no page says another figure than the last measurement', () => {
    const stale = pagesOf(register).filter((path) => filled(page(path), results) !== page(path))
    expect(stale, 'npm run claims -- --write-pages').toEqual([])
    const unmeasured = claims.filter(
      ({ id }) => (results[id]?.full ?? results[id]?.quick)?.text === undefined,
    )
    expect(unmeasured.map(({ id }) => id)).toEqual([])
  })

  it('what did not hold when it was measured last says what falls short', () => {
    const missed = claims.filter(({ id }) => (results[id]?.full ?? results[id]?.quick)?.holds !== true)
    const silent = missed.filter(({ fallsShort }) => fallsShort === undefined)
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  it('the tests of quick forms are there', () => {
    const files = register.flatMap(({ quick }) => ('tests' in quick ? quick.tests : []))
    const known = new Set(repositoryFiles())
    expect(files.length).toBeGreaterThan(8)
    expect(files.filter((file) => !known.has(file))).toEqual([])
  })

  it('every number with a unit on the pages of figures is measured, or it says why not', () => {
    const list = readUnmeasured()
    expect(Object.keys(list.pages)).toContain('README.md')
    const lines = Object.keys(list.pages).flatMap((path) => unmarkedLines(path, page(path), list))
    expect(lines.map(({ page: at, line, figure }) => `${at}:${line} ${figure}`)).toEqual([])
  })

  it('a number that nobody measures is found, also beside a marker, and not in code', () => {
    const text = [
      '# Page',
      'It takes 12 ms.',
      '`x`: <!-- claim a -->7 ms<!-- /claim --> of 30 tries',
      '```',
      '9 ms',
      '```',
    ]
    const found = unmarkedLines('p.md', text.join('\n'), { everywhere: [], pages: {} })
    expect(found.map(({ line, figure }) => [line, figure.trim()])).toEqual([
      [2, '12 ms'],
      [3, 'of 30'],
    ])
  })

  it('asked for by name, of a claim or of a measurement; a name that is none is told', () => {
    expect(chosen(register, ['boot-ready']).map((one) => one.claims.map(({ id }) => id))).toEqual([
      ['boot-ready'],
    ])
    expect(chosen(register, ['systemd']).flatMap((one) => one.claims).length).toBeGreaterThan(3)
    expect(chosen(register, [])).toBe(register)
    expect(() => chosen(register, ['nonsense'])).toThrow(/is called nonsense; --list names them/)
  })

  it('a register with a mistake, and one with an id twice, are refused', () => {
    expect(() => readRegister('- id: x\n  command: true\n')).toThrow(/register.yaml/)
    const one = (id: string): string =>
      `- { id: ${id}, command: 'true', minutes: 1, quick: { none: no }, claims: [{ id: same, sentence: s, pages: [p], text: t }] }\n`
    expect(() => readRegister(one('a') + one('b'))).toThrow(/the id of one claim only: same/)
  })
})
