import { Command } from 'commander'
import { describe, expect, it, vi } from 'vitest'
import { examples } from '#cli/cli.js'
import { addFieldsCommand } from '#cli/commands/fields.js'
import { addRunCommand } from '#cli/commands/run.js'
import { addWorldBench } from '#lab/bench/world/world-command.js'
import { CommandLine } from '../docs/support/command-line.js'

/** What `--help` of the command prints. */
function helpOf(add: (program: Command, finish: () => void) => void): string {
  let text = ''
  const program = new Command('graft')
  add(program, () => undefined)
  const [command] = program.commands
  command?.configureOutput({ writeOut: (part) => void (text += part) }).outputHelp()
  return text
}

describe('--help', () => {
  it('of a bench says each default once, and a list in words', () => {
    const text = helpOf(addWorldBench).replace(/\s+/g, ' ')
    expect(text).toContain('(default: one per core)')
    expect(text).toContain('separated by commas (default: all)')
    expect(text).not.toMatch(/\(default: [^)]*\)\s+\(default/)
  })

  it('of run names the worlds that ship with graft, and says what is hidden without a scenario', () => {
    const text = helpOf(addRunCommand).replace(/\s+/g, ' ')
    expect(text).toContain('a world: home, tabletop, field (as without it), or a folder')
    expect(text).toContain('(default: nothing but the --faults)')
  })

  it('of run has examples and the exit codes', () => {
    expect(helpOf(addRunCommand)).toMatch(
      /Examples:\n {2}graft run [\s\S]*--armed-by[\s\S]*Exit codes: 0 done/,
    )
  })
})

it('graft has no example of the laboratory where that is not installed', () => {
  const commands = (text: string) => [...text.matchAll(/^ {2}graft (\w+)/gm)].map(([, name]) => name)
  const [with_, without] = [examples(true), examples(false)].map(commands) as [string[], string[]]
  expect(with_).toEqual(expect.arrayContaining(['bench', 'faults']))
  expect(without).toEqual(with_.filter((name) => !['bench', 'faults'].includes(name)))
  expect(without.length).toBeGreaterThanOrEqual(15)
  expect(examples(false)).toContain('130  interrupted')
})

it('no help has the number of a requirement', async () => {
  const { helps } = await CommandLine.load()
  expect(helps.size).toBeGreaterThanOrEqual(100)
  const found = [...helps].flatMap(([command, help]) =>
    [...help.matchAll(/\b(?:VRL|LAGEA|MOD|CRIT|PRAG|AMB)-\d\d/g)].map(([id]) => `${command}: ${id}`),
  )
  expect(found).toEqual([])
})

it('graft fields list says how the fields differ', async () => {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  const program = new Command('graft')
  addFieldsCommand(program, () => undefined)
  await program.parseAsync(['fields', 'list'], { from: 'user' }).finally(() => write.mockRestore())
  expect(lines).toHaveLength(5)
  expect(new Set(lines.map((line) => line.slice(2))).size).toBe(5)
  expect(lines[1]).toBe('F2  8 zones; wrong way up: all of zone 1; all of zone 5\n')
})
