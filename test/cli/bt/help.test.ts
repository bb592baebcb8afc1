import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { Command } from 'commander'
import { CODES } from '#bt/codes.js'
import { BUILTINS } from '#bt/nodes/builtins.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { addBtCommand } from '#bt-cli/bt-command.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { bt, Folder, project, Recorder } from './bench.js'

const folder = new Folder()
afterAll(() => folder.remove())

const program = new Command('graft')
addBtCommand(program, () => undefined, new Recorder())
const commands = program.commands[0]?.commands.map((command) => command.name()) ?? []

describe('graft bt', () => {
  it('has its commands', () => {
    expect(commands.sort()).toEqual(
      ['check', 'diff', 'draw', 'edit', 'explain', 'fmt', 'log', 'nodes', 'run', 'trace', 'watch'].sort(),
    )
  })

  it.each(commands)('%s --help shows two examples and what the exit codes mean', async (name) => {
    const { code, text } = await bt(name, '--help')
    expect(code).toBe(EXIT.ok)
    expect(text.match(new RegExp(`^ +graft bt .*${name}`, 'gm'))?.length).toBeGreaterThanOrEqual(2)
    expect(text.includes('Exit codes: 0')).toBe(!['explain', 'nodes'].includes(name))
  })

  it.each(commands)('%s refuses an unknown option, and a near miss gets the right one', async (name) => {
    const { code, errors } = await bt(name, 'a', ...(name === 'edit' ? ['--patch', 'p'] : []), '--jso')
    expect(code).toBe(EXIT.usage)
    expect(errors).toContain(`unknown option '--jso'`)
    const json = (await bt(name, '--help')).text.includes('\n  --json ')
    expect(errors.includes('(Did you mean --json?)')).toBe(json)
  })

  it('knows what command was meant', async () => {
    const { code, errors } = await bt('chek', 'a.xml')
    expect(code).toBe(EXIT.usage)
    expect(errors).toContain('(Did you mean check?)')
  })

  it('refuses addresses that no tree can be watched at', async () => {
    for (const wrong of ['robot', 'tcp://robot', 'http://robot:80', 'tcp://robot:99999']) {
      const { code, errors } = await bt('watch', wrong)
      expect(code).toBe(EXIT.usage)
      expect(errors).toContain('expected tcp://HOST:PORT')
    }
  })
})

describe('docs/bt/README.md', () => {
  const manual = readFileSync(`${project}docs/bt/README.md`, 'utf8')
  // what graft prints is held to graft elsewhere
  const prose = manual.replace(/```text[^]*?```/g, '')

  it('names every command, and no option that there is not', () => {
    for (const name of commands) expect(manual).toContain(`| \`graft bt ${name} `)
    const known = new Set(
      (program.commands[0]?.commands ?? []).flatMap(({ options }) => options.map(({ long }) => long)),
    )
    const named = [...prose.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([option]) => option)
    expect(named.length).toBeGreaterThanOrEqual(20)
    expect(named.filter((option) => !known.has(option) && option !== '--help')).toEqual([])
  })
})

describe('graft bt nodes', () => {
  it('lists every built-in node and those of the robot', async () => {
    const { code, text } = await bt('nodes')
    expect(code).toBe(EXIT.ok)
    for (const { spec } of BUILTINS) expect(text).toContain(`\n  ${spec.id} `)
    expect(text).toMatch(/^ {2}MoveToZone +zone \[position=1\]/m)
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })

  it('shows a page for one node, with its ports and how it is written', async () => {
    const { text } = await bt('nodes', 'MoveToZone')
    expect(text).toContain("MoveToZone  action, of graft's robot")
    expect(text).toMatch(/^ {2}zone {6}input, whole number 1 … 8$/m)
    expect(text).toMatch(/^ {2}position {2}input, whole number 1 … 2, default 1$/m)
    expect(text).toContain('<MoveToZone zone="1"/>')
  })

  it('shows how each node is written so that it passes graft bt check', async () => {
    const { json } = await bt('nodes', '--json')
    expect(json.length).toBeGreaterThan(BUILTINS.length)
    for (const { id, kind } of json) {
      if (kind !== 'action' && kind !== 'condition') continue
      const page = (await bt('nodes', String(id))).text
      const written = /In a tree:\n {2}(.*)\n/.exec(page)?.[1] ?? ''
      const file = folder.write(
        'one.xml',
        `<root BTCPP_format="4"><BehaviorTree ID="Main">${written}</BehaviorTree></root>`,
      )
      const checked = await bt('check', file, '--no-lint')
      expect({ id, text: checked.text }).toEqual({ id, text: '1 file checked, no problems\n' })
    }
  })

  it('gives a palette that it reads back, and a schema', async () => {
    const { text } = await bt('nodes', '--xml')
    const specs = readNodesModel(text, 'palette.xml')
    expect(specs.ok && specs.value.map(({ id }) => id)).toContain('MoveToZone')
    expect((await bt('nodes', '--xsd')).text).toContain('<xs:element name="MoveToZone">')
  })

  it('knows which node was meant', async () => {
    const { code, errors } = await bt('nodes', 'Sequense')
    expect(code).toBe(EXIT.usage)
    expect(errors).toContain('did you mean Sequence?')
  })
})

describe('graft bt explain', () => {
  it('explains every code with an example of wrong and right', async () => {
    const all = await bt('explain', '--json')
    expect(all.json.map(({ code }) => code)).toEqual([...CODES.keys()])
    const { text } = await bt('explain', 'bt.unknown-node')
    expect(text).toMatch(/^wrong$/m)
    expect(text).toMatch(/^right$/m)
  })

  it('knows which code was meant', async () => {
    const { code, errors } = await bt('explain', 'bt.unknow-node')
    expect(code).toBe(EXIT.usage)
    expect(errors).toContain('did you mean bt.unknown-node?')
  })
})
