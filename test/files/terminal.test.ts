import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatFor } from '#adapters/systemd/log-format.js'
import { main } from '#cli/cli.js'
import { forDocuments, unguarded, withColours } from '#app/command-line/terminal-guard.js'
import { COLOURS } from '#terminal/paint.js'

/** in the words of Unicode: what a terminal would obey, hide or turn around */
const OBEYED = /(?![\n\t])\p{Cc}|[\p{Bidi_Control}\u200B\u200C\u200D\u2060\uFEFF]|[\u{E0000}-\u{E007F}]/u
const EVIL = [
  '\u001b[2J\u001b]0;owned\u0007',
  '\u009b31m',
  '\u202egnp.\u2066',
  '\r\b\u007f',
  '\u200b\ufeff\u{e0041}',
]

let root = ''
beforeAll(() => (root = mkdtempSync(join(tmpdir(), 'graft-terminal-'))))
afterAll(() => rmSync(root, { recursive: true }))

/** What a command prints in this process; its streams are no terminals here. */
async function printed(argv: readonly string[]): Promise<string> {
  const said: string[] = []
  const hear = (chunk: unknown): boolean => {
    said.push(String(chunk))
    return true
  }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(hear)
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(hear)
  try {
    await main(argv)
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
  return said.join('')
}

describe('what the command line prints', () => {
  /** each with a hostile name, in files of hostile names with hostile texts */
  const commands: readonly (readonly [string, (name: string, file: string) => readonly string[]])[] = [
    ['an unknown command', (name) => [name]],
    ['an unknown option', (name) => ['run', `--${name}`]],
    ['bt check', (_, file) => ['bt', 'check', file]],
    ['bt check --json', (_, file) => ['bt', 'check', '--format', 'json', file]],
    ['bt diff', (_, file) => ['bt', 'diff', file, 'bt/initial.xml']],
    ['bt run', (_, file) => ['bt', 'run', file]],
    ['bt log', (_, file) => ['bt', 'log', file]],
    ['twin check', (_, file) => ['twin', 'check', file]],
    ['twin explain', (name, file) => ['twin', 'explain', file, name]],
    ['config check', (_, file) => ['config', 'check', file]],
    ['config migrate', (_, file) => ['config', 'migrate', file]],
    ['fields check', (_, file) => ['fields', 'check', file]],
    ['models list', (_, file) => ['models', 'list', '--models', file]],
    ['models add', (_, file) => ['models', 'add', file]],
    ['record show', (_, file) => ['record', 'show', file]],
    ['data show', (_, file) => ['data', 'show', file]],
    ['data check', (_, file) => ['data', 'check', file]],
    ['store show', (name) => ['store', 'show', name, '--state', root]],
    ['store show of no state', (name) => ['store', 'show', '--state', name]],
    ['report', (name) => ['report', name, '--out', root]],
    ['tap', (_, file) => ['tap', file]],
    ['keys new', (name) => ['keys', 'new', name, '--role', name, '--state', root]],
    ['console', (_, file) => ['console', '--key', file, 'status']],
    ['faults', (name) => ['faults', '--group', name]],
    ['console run', (name) => ['console', 'run', name]],
  ]

  it.each(commands)(
    '%s: nothing that a terminal obeys, whatever names and files are called and say',
    async (_, argv) => {
      for (const evil of [EVIL.join('x'), ...EVIL.slice(0, 1)]) {
        const file = join(root, `a${evil}z`.replaceAll('/', ''))
        const tag = `<root BTCPP_format="4"><BehaviorTree ID="a${evil}"><${evil} x="${evil}"/></BehaviorTree></root>`
        writeFileSync(file, `${tag}\nversion: "${evil}"\n${evil}: [${evil}`)
        const text = await printed(argv(`a${evil}z`, file))
        // it was printed, and it is not what was meant
        expect(text.length).toBeGreaterThan(10)
        expect(text).not.toMatch(OBEYED)
        rmSync(file)
      }
    },
  )

  it('a field file whose name has a line end looks like no other message', async () => {
    const file = join(root, 'f\nerror: x.yaml')
    copyFileSync('config/fields/F1.yaml', file)
    expect(await printed(['fields', 'check', file])).toBe(`${join(root, 'f\\u000aerror: x.yaml')}: F1 ok\n`)
  })

  it('a tree goes into a pipe byte for byte, and to a terminal harmless', async () => {
    const file = join(root, 'tree.xml')
    writeFileSync(
      file,
      '<root BTCPP_format="4" main_tree_to_execute="A"><BehaviorTree ID="A"><AlwaysSuccess name="a\u200bb"/></BehaviorTree></root>',
    )
    expect(await printed(['bt', 'fmt', file])).toContain('a\u200bb')
    const terminal = { isTTY: true, write: (): boolean => true }
    expect(forDocuments(terminal)).toBe(terminal)
  })

  it('colours of ours pass on a terminal, and nothing else does', () => {
    const { dim, bold, good, bad, warn } = COLOURS
    for (const paint of [dim, bold, good, bad, warn]) expect(withColours(paint('a'))).toBe(paint('a'))
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...EVIL, '\u001b[31m', '\u001b[8m', '\u001b', '[31m', 'x\r\n')),
        (parts) => {
          const shown = withColours(parts.join(''))
          expect(shown.replace(/\u001b\[(1|2|22|31|32|33|39)m|\r\n/g, '')).not.toMatch(OBEYED)
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('whoever draws gets the stream itself, and a stream that nobody guards is itself', () => {
    const stream = { write: (): boolean => true }
    expect(unguarded(stream)).toBe(stream)
  })
})

describe('the log', () => {
  it.each(['json', 'journal', 'human'] as const)(
    '%s: one harmless line, and JSON means the same',
    (format) => {
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...EVIL, '\n', 'x')), (parts) => {
          const msg = parts.join('')
          const json = JSON.stringify({
            time: '2026-01-01T00:00:00.000Z',
            level: 'warn',
            source: 'a',
            msg,
            data: { msg },
          })
          const line = formatFor(format)(`${json}\n`, 40)
          expect(line).not.toMatch(OBEYED)
          expect(line.indexOf('\n')).toBe(line.length - 1)
          const back: unknown =
            format === 'human' ? { msg, data: { msg } } : JSON.parse(line.replace(/^<\d>/, ''))
          expect(back).toMatchObject({ msg, data: { msg } })
        }),
        { numRuns: 2000 },
      )
    },
  )
})
