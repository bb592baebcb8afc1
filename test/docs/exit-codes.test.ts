import { describe, expect, it } from 'vitest'
import { EXIT, EXIT_MEANINGS } from '#app/command-line/exit-code.js'
import { CommandLine } from './support/command-line.js'
import { exitCodesIn, exitCodesPage } from './support/exit-codes-page.js'

const { helps } = await CommandLine.load()
const said = [...exitCodesIn(helps)]

describe('exit codes', () => {
  it('mean one thing each', () => {
    const codes = Object.values(EXIT)
    expect(new Set(codes).size).toBe(codes.length)
    expect(new Set(Object.values(EXIT_MEANINGS)).size).toBe(codes.length)
  })

  it('docs/exit-codes.md is made of the program and of every --help (vitest -u)', async () => {
    await expect(exitCodesPage(helps)).toMatchFileSnapshot('../../docs/exit-codes.md')
  })

  it('graft --help has them all', () => {
    for (const name of Object.keys(EXIT) as (keyof typeof EXIT)[])
      expect(helps.get('graft')).toMatch(new RegExp(`^ +${EXIT[name]}  ${EXIT_MEANINGS[name]}$`, 'm'))
  })

  it('are those of the program in every --help, in order', () => {
    expect(said.length).toBeGreaterThanOrEqual(25)
    const known = new Set<number>(Object.values(EXIT))
    for (const [command, codes] of said) {
      const numbers = codes.map(({ code }) => code)
      expect({ command, unknown: numbers.filter((code) => !known.has(code)) }).toEqual({
        command,
        unknown: [],
      })
      expect({ command, numbers }).toEqual({ command, numbers: numbers.toSorted((a, b) => a - b) })
    }
  })

  it('no --help calls a bug 1, or a refusal anything but 2', () => {
    const of = (pattern: RegExp) =>
      said.flatMap(([command, codes]) =>
        codes.filter(({ text }) => pattern.test(text)).map(({ code }) => [command, code]),
      )
    expect(of(/\bcrashed|\bbug\b/).filter(([, code]) => code !== EXIT.bug)).toEqual([])
    expect(of(/refused|command line|cannot be read/).filter(([, code]) => code !== EXIT.usage)).toEqual([
      ['graft twin explain', EXIT.no], // the step is refused, not the command
    ])
  })
})
