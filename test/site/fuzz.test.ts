import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { showSite } from '#cli/config/show-site.js'
import { parseSite } from '#config/service/site-config.js'
import { everyKey, expectComplete } from './site-text.js'

const RUNS = Number(process.env.GRAFT_FUZZ ?? 1500)

const ODD = [
  '-1', '0', '1e999', '.nan', '-.inf', '0x10', '1_000', '""', '~', 'true', 'yes', '[]', '{}', '[', '}', ': ', '- ', '&a ',
  '*a', '!!set ', '? ', '|\n', '>-\n', '---\n', '...\n', '%YAML 1.1\n', '<<: ', '\t', '\0', '\u2028', '\uFEFF', '😀', '"',
  "'", '#', 'version: 0\n', 'serial: /dev/x\n', 'port: 5\n', '__proto__: 1\n', 'constructor: {}\n', '500ms', '2 GiB', '\r',
] // prettier-ignore

/** A change that keeps most of a file: another number, a line or a piece gone, doubled or moved, something odd put in. */
const change = fc.record({
  how: fc.constantFrom('number', 'number', 'drop', 'double', 'swap', 'odd', 'value', 'cut', 'indent'),
  at: fc.nat(),
  number: fc.oneof(fc.integer({ min: -1, max: 3000 }).map(String), fc.double().map(String)),
  odd: fc.constantFrom(...ODD),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

const SECTIONS = everyKey()
  .replace(/ +#.*$/gm, '')
  .replace(/^#.*\n/gm, '')
  .split(/\n(?=[a-z]+:)/)
  .slice(1)

const mutated = fc
  .tuple(
    fc.shuffledSubarray(SECTIONS, { minLength: 1, maxLength: 4 }),
    fc.array(change, { minLength: 1, maxLength: 3 }),
  )
  .map(([sections, changes]) => changes.reduce(apply, `version: 1\n${sections.join('\n')}\n`))

function apply(text: string, { how, at, number, odd }: Change): string {
  const lines = text.split('\n')
  const line = at % lines.length
  const offset = at % (text.length + 1)
  switch (how) {
    case 'number':
      return lines.with(line, (lines[line] ?? '').replace(/: .*/, `: ${number}`)).join('\n')
    case 'value':
      return lines.with(line, (lines[line] ?? '').replace(/: .*/, `: ${odd}`)).join('\n')
    case 'drop':
      return lines.toSpliced(line, 1).join('\n')
    case 'double':
      return lines.toSpliced(line, 0, lines[line] ?? '').join('\n')
    case 'swap':
      return lines.toSpliced(line, 2, lines[line + 1] ?? '', lines[line] ?? '').join('\n')
    case 'indent':
      return lines.with(line, ` ${lines[line]}`).join('\n')
    case 'odd':
      return text.slice(0, offset) + odd + text.slice(offset)
    case 'cut':
      return text.slice(0, offset) + text.slice(offset + (at % 7))
  }
  return text
}

describe(`the configuration on ${RUNS} mutated files`, () => {
  it('G9: never throws, every refusal can be mended, and what is accepted reads back as it is', () => {
    let accepted = 0
    let refused = 0
    let slowest = 0
    fc.assert(
      fc.property(mutated, (text) => {
        const began = performance.now()
        const site = parseSite(text, 'graft.yaml')
        slowest = Math.max(slowest, performance.now() - began)
        if (site.ok) {
          accepted++
          if (accepted % 8 !== 0) return
          const again = parseSite(showSite(site.value, 'graft.yaml'), 'graft.yaml')
          expect(again.ok && again.value.config).toEqual(site.value.config)
          return
        }
        refused++
        expect(site.error.length).toBeGreaterThan(0)
        // the full check is dear, and a million times would only repeat it
        if (refused % 16 === 0 || RUNS <= 10_000)
          site.error.forEach((problem) => expectComplete(problem, text))
        else if (!site.error.every(isComplete)) expect.fail(`${text}\n${JSON.stringify(site.error)}`)
      }),
      { numRuns: RUNS, seed: 20261122 },
    )
    console.log(`${accepted} accepted, ${refused} refused, the slowest took ${slowest.toFixed(1)} ms`)
    // both sides of the property were exercised
    expect(accepted).toBeGreaterThan(RUNS / 20)
    expect(refused).toBeGreaterThan(RUNS / 20)
    expect(accepted + refused).toBe(RUNS)
  }, 7_200_000)

  it('random text is refused or empty, never thrown at', () => {
    let seen = 0
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        seen++
        expect(parseSite(text, 'graft.yaml').ok).toBe(false)
      }),
      { numRuns: 500, seed: 7 },
    )
    expect(seen).toBe(500)
  })
})

const isComplete = ({
  code,
  message,
  where,
  expected,
  got,
  hint,
}: Parameters<typeof expectComplete>[0] & object): boolean =>
  code.startsWith('config.') &&
  [message, expected, got, hint].every((part) => part !== undefined && part !== '') &&
  where !== undefined
