import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { spawn as openTerminal } from '@lydell/node-pty'
import { afterAll, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { Folder, project, tree } from './bench.js'

const folder = new Folder()
afterAll(() => folder.remove())

const program = join(project, 'bin/graft.js')
const env = { ...process.env, NO_COLOR: '1' }

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [program, 'bt', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })

const exitOf = (child: ChildProcess): Promise<number | null> => new Promise((done) => child.on('exit', done))

async function* linesOf(child: ChildProcess): AsyncGenerator<Record<string, unknown>> {
  if (child.stdout === null) return
  for await (const line of createInterface(child.stdout)) yield JSON.parse(line) as Record<string, unknown>
}

const endless = folder.write(
  'endless.xml',
  tree('<Sequence><Sleep msec="20"/><AlwaysSuccess name="beat"/></Sequence>'),
)

/** On a terminal of its own; `key` is pressed as soon as `after` has been printed. */
function onTerminal(
  args: readonly string[],
  { key, after }: { readonly key?: string; readonly after?: string } = {},
) {
  return new Promise<{ code: number; text: string }>((done) => {
    const colours = { ...process.env, NO_COLOR: '', CI: '', TERM: 'xterm', LC_ALL: 'C.UTF-8' }
    const child = openTerminal(process.execPath, [program, 'bt', ...args], {
      cols: 90,
      rows: 20,
      env: colours,
    })
    let [text, pressed] = ['', false]
    child.onData((data) => {
      text += data
      if (key === undefined || pressed || !text.includes(after ?? '')) return
      pressed = true
      child.write(key)
    })
    child.onExit(({ exitCode }) => done({ code: exitCode, text }))
  })
}

describe('graft bt on a terminal', () => {
  const HIDE_CURSOR = '\u001B[?25l'
  const SHOW_CURSOR = '\u001B[?25h'

  it('run shows the tree live, and leaves it standing with what became of each node', async () => {
    const mission = folder.write('m.xml', tree('<Sequence><Sleep msec="100"/><AlwaysFailure/></Sequence>'))
    const { code, text } = await onTerminal(['run', mission])
    expect(code).toBe(EXIT.failed)
    expect(text).toContain(HIDE_CURSOR)
    const last = stripVTControlCharacters(text.slice(text.lastIndexOf(SHOW_CURSOR)))
    expect(last.replaceAll('\r', '')).toMatch(
      /^✘ Sequence {2}failed\n {2}✔ Sleep {2}succeeded\n {2}✘ AlwaysFailure {2}failed\nFAILURE after \d+ ticks/,
    )
  })

  it.each(['q', '\u0003'])('run ends at the key %j, and halts the tree', async (key) => {
    const { code, text } = await onTerminal(['run', endless, '--repeat'], { key, after: 'Sleep' })
    expect(code).toBe(EXIT.interrupted)
    expect(text).toContain('interrupted after')
    expect(text.lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(text.lastIndexOf(HIDE_CURSOR))
  })

  it.each(['q', '\u0003'])('watch ends at the key %j, also while nobody answers', async (key) => {
    const nobody = ['watch', 'tcp://127.0.0.1:9']
    const { code } = await onTerminal(nobody, { key, after: 'q quits' })
    expect(code).toBe(EXIT.ok)
  })
})

describe('graft bt as a process', () => {
  it('checks a broken tree without a stack trace, with exit code 1', () => {
    const file = folder.write('broken.xml', '<root><BehaviorTree ID="A"><Sequense/></root>')
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'bt', 'check', file], {
      env,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: EXIT.no, stderr: '' })
    expect(stdout).toMatch(/broken\.xml:1:\d+: error /)
    expect(stdout).not.toContain('    at ')
  })

  it('lets graft bt watch look at a tree that graft bt run runs; Ctrl-C halts it and closes its files', async () => {
    const trace = folder.file('trace.jsonl')
    const run = start('run', endless, '--repeat', '--groot', '0', '--json', '--trace', trace)
    const ended = exitOf(run)
    const lines = linesOf(run)
    const first = (await lines.next()).value as Record<string, unknown>
    expect(first['monitor']).toMatch(/^tcp:\/\/127\.0\.0\.1:\d+$/)
    const watch = start('watch', String(first['monitor']), '--json')
    const watched = exitOf(watch)
    const seen: Record<string, unknown>[] = []
    for await (const line of linesOf(watch)) {
      seen.push(line)
      if (seen.filter(({ event }) => event === 'change').length >= 4) break
    }
    expect(seen[0]).toMatchObject({ event: 'tree' })
    watch.kill('SIGINT')
    expect(await watched).toBe(EXIT.ok)
    run.kill('SIGINT')
    let last: Record<string, unknown> = {}
    for await (const line of lines) last = line
    expect(await ended).toBe(EXIT.interrupted)
    expect(last).toMatchObject({ type: 'end', end: 'interrupted' })
  })

  it('ends quietly when whoever reads its output goes away', async () => {
    const run = start('run', endless, '--repeat', '--hz', '500', '--json')
    let errors = ''
    run.stderr?.on('data', (text: Buffer) => (errors += text.toString()))
    await linesOf(run).next()
    run.stdout?.destroy()
    expect(await exitOf(run)).toBe(EXIT.interrupted)
    expect(errors).toBe('')
  })

  it('says why a port cannot be opened', async () => {
    const first = start('run', endless, '--repeat', '--groot', '0', '--json')
    const ended = exitOf(first)
    const start1 = (await linesOf(first).next()).value as Record<string, unknown>
    const port = String(start1['monitor']).split(':').at(-1) ?? ''
    const { status, stderr } = spawnSync(process.execPath, [program, 'bt', 'run', endless, '--groot', port], {
      env,
      encoding: 'utf8',
    })
    first.kill('SIGINT')
    await ended
    expect(status).toBe(EXIT.usage)
    expect(stderr).toContain('monitor.address')
  })
})
