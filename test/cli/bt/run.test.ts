import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { readBtLog } from '#bt-tools/log/btlog-reader.js'
import { parseMock } from '#app/models/mock-spec.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { bt, Folder, project, tree } from './bench.js'

const folder = new Folder()
afterAll(() => folder.remove())

const MISSION = tree(
  '<Sequence><RetryUntilSuccessful num_attempts="3"><MoveToZone zone="1"/></RetryUntilSuccessful><LoadBlocks/></Sequence>',
)
const mission = folder.write('mission.xml', MISSION)

describe('graft bt run', () => {
  it('runs a tree of built-in nodes to its end, in virtual time the same every time', async () => {
    const file = folder.write(
      't.xml',
      tree(
        '<Sequence><Delay delay_msec="100"><AlwaysSuccess/></Delay><Script code="x := 6 * y"/></Sequence>',
      ),
    )
    const run = () => bt('run', file, '--fast', '--blackboard', 'y=7', '--json')
    const [first, second] = [await run(), await run()]
    expect(first).toMatchObject({ code: EXIT.ok, errors: '' })
    expect(second.text).toBe(first.text)
    expect(first.json[0]).toMatchObject({ type: 'start', tree: 'Main', nodes: 4, mocks: [] })
    expect(first.json[1]).toMatchObject({ type: 'transition', path: '/', from: 'IDLE', to: 'RUNNING' })
    expect(first.json.at(-1)).toMatchObject({
      type: 'end',
      end: 'done',
      status: 'SUCCESS',
      mocked: false,
      blackboard: { x: 42, y: 7 },
    })
  })

  it('runs no skill of the robot: it says where the first one stands and which command does', async () => {
    const { code, text, errors } = await bt('run', mission, '--fast')
    expect({ code, text }).toEqual({ code: EXIT.usage, text: '' })
    expect(errors).toContain(`mission.xml:3:`)
    expect(errors).toContain('MoveToZone is a skill of the robot')
    expect(errors).toContain(`graft run --tree ${mission}`)
    expect(errors).toContain('--mock MoveToZone=success')
    expect(errors).toContain('LoadBlocks is a skill of the robot')
    expect(errors).not.toContain('MoveCursor')
  })

  it('simulates nodes only when told to, and names every one that is simulated', async () => {
    const { code, text } = await bt(
      'run',
      mission,
      '--fast',
      '--mock',
      'success@3',
      '--mock',
      'LoadBlocks=failure',
    )
    expect(code).toBe(EXIT.failed)
    expect(text).toContain('MOCK MoveToZone: SUCCESS after 3 ticks')
    expect(text).toContain('MOCK LoadBlocks: FAILURE after 25 ticks')
    expect(text).toMatch(/^FAILURE after 27 ticks \(0\.52 s\); simulated: MoveToZone, LoadBlocks$/m)
    expect(text).toContain('last leaf that failed: /1 LoadBlocks')
    const half = await bt('run', mission, '--fast', '--mock', 'MoveToZone=success')
    expect(half.code).toBe(EXIT.usage)
    expect(half.errors).toContain('LoadBlocks is a skill')
  })

  it('lets mocks succeed by chance, by the seed', async () => {
    const run = (seed: number) =>
      bt('run', mission, '--fast', '--mock', '40%@1', '--seed', String(seed), '--json')
    const ends = new Set<number>()
    for (let seed = 0; seed < 20; seed++) ends.add((await run(seed)).code)
    expect(ends).toEqual(new Set([EXIT.ok, EXIT.failed]))
    expect((await run(3)).text).toBe((await run(3)).text)
  })

  it('refuses a mock for a node that is not there, with the nearest name', async () => {
    const typo = await bt('run', mission, '--mock', 'LoadBloks=success')
    expect(typo.code).toBe(EXIT.usage)
    expect(typo.errors).toContain('did you mean LoadBlocks?')
    const wrong = await bt('run', mission, '--mock', 'perhaps')
    expect(wrong.code).toBe(EXIT.usage)
    expect(wrong.errors).toContain('expected [NODE=]success')
  })

  it('shows what a tree threw at the line of its node', async () => {
    const file = folder.write('throws.xml', tree('<Sequence><Script code="a := b"/></Sequence>'))
    const { code, text, errors } = await bt('run', file, '--fast')
    expect(code).toBe(EXIT.failed)
    expect(errors).toMatch(/throws\.xml:3:15: error bt\.run-time: /)
    expect(errors).toContain('<Script code="a := b"/>')
    expect(text).toContain('stopped after 0 ticks')
  })

  it('stops after --ticks, begins again with --repeat, and halts what is running', async () => {
    const stopped = await bt('run', mission, '--fast', '--mock', 'running', '--ticks', '7')
    expect(stopped.code).toBe(EXIT.ok)
    expect(stopped.text).toContain('/0/0 MoveToZone           RUNNING -> IDLE')
    expect(stopped.text).toContain('still RUNNING after 7 ticks')
    const again = await bt('run', mission, '--fast', '--mock', 'success@1', '--repeat', '--ticks', '3')
    expect(again.text.match(/\/ Sequence +RUNNING -> SUCCESS/g)).toHaveLength(3)
  })

  it('leaves a trace, a log for Groot2 and a Chrome trace', async () => {
    const [trace, log, chrome] = ['t.jsonl', 't.btlog', 't.json'].map((name) => folder.file(name))
    const args = ['--trace', trace ?? '', '--btlog', log ?? '', '--chrome', chrome ?? '']
    const { code, json } = await bt('run', mission, '--fast', '--mock', 'success@2', '--json', ...args)
    expect(code).toBe(EXIT.ok)
    const transitions = json.filter(({ type }) => type === 'transition').map(({ type: _, ...event }) => event)
    const traced = readFileSync(trace ?? '', 'utf8')
      .trim()
      .split('\n')
    expect(traced.map((line) => JSON.parse(line) as object)).toEqual(transitions)
    const read = readBtLog(readFileSync(log ?? ''), 't.btlog')
    expect(read.problems).toEqual([])
    expect(read.log?.transitions).toHaveLength(transitions.length)
    const { traceEvents } = JSON.parse(readFileSync(chrome ?? '', 'utf8')) as {
      traceEvents: { ph: string }[]
    }
    const count = (phase: string): number => traceEvents.filter(({ ph }) => ph === phase).length
    expect(count('B')).toBe(count('E'))
    expect(count('B')).toBeGreaterThan(2)
    const refused = await bt('run', mission, '--mock', 'success', '--trace', folder.file('no/where.jsonl'))
    expect(refused).toMatchObject({ code: EXIT.usage, text: '' })
    expect(refused.errors).toContain('cannot be written')
  })

  it.each(['--trace', '--btlog', '--chrome'])(
    'says that %s is not complete on a full disk',
    async (option) => {
      const short = await bt('run', mission, '--fast', '--mock', 'success@2', option, '/dev/full')
      expect(short.errors).toMatch(
        /^error file\.unwritable: \/dev\/full .*\n {2}got: +ENOSPC\n {2}hint: +free some space\n$/,
      )
      expect(short.code).toBe(EXIT.outputLost)
      // what is not recorded need not run: without an end of its own it is halted
      const endless = await bt(
        'run',
        mission,
        '--fast',
        '--mock',
        'success@1',
        '--repeat',
        option,
        '/dev/full',
      )
      expect(endless.code).toBe(EXIT.outputLost)
      expect(endless.text).toContain('; halted')
      const failed = await bt('run', mission, '--fast', '--mock', 'failure', option, '/dev/full')
      expect(failed.code).toBe(EXIT.failed)
      expect(failed.errors).toContain('ENOSPC')
    },
  )

  it('reads its own log back with graft bt log', async () => {
    const file = folder.file('own.btlog')
    await bt('run', mission, '--fast', '--mock', 'success@2', '--btlog', file)
    const { code, text } = await bt('log', file)
    expect(code).toBe(EXIT.ok)
    expect(text).toContain('own.btlog: 4 nodes, 12 status changes\n')
    expect(text).toMatch(/\[0\.020\]: MoveToZone +RUNNING -> SUCCESS/)
    const { json } = await bt('log', file, '--json')
    expect(json[0]).toMatchObject({ type: 'start' })
    expect(json).toHaveLength(12 + 2)
    const no = await bt('log', mission)
    expect(no.code).toBe(EXIT.usage)
    expect(no.errors).toContain('btlog.format')
  })

  it('runs another tree of the file with --tree, and knows which there are', async () => {
    const file = folder.write(
      'two.xml',
      MISSION.replace('</root>', '<BehaviorTree ID="Other"><AlwaysFailure/></BehaviorTree></root>'),
    )
    const { code, json } = await bt('run', file, '--tree', 'Other', '--fast', '--json')
    expect(code).toBe(EXIT.failed)
    expect(json[0]).toMatchObject({ tree: 'Other' })
    const typo = await bt('run', file, '--tree', 'Othr', '--fast')
    expect(typo.errors).toContain('did you mean Other?')
  })

  it('says how to choose when a file names no main tree; a check of such a file only warns', async () => {
    const trees = ['A', 'B'].map((id) => `<BehaviorTree ID="${id}"><AlwaysSuccess/></BehaviorTree>`)
    const file = folder.write('parts.xml', `<root BTCPP_format="4">${trees.join('')}</root>`)
    const { code, errors } = await bt('run', file, '--fast')
    expect(code).toBe(EXIT.usage)
    expect(errors).toContain('or name one: --tree A')
    expect((await bt('run', file, '--fast', '--tree', 'B')).code).toBe(EXIT.ok)
    expect(await bt('check', file)).toMatchObject({ code: EXIT.ok })
    expect((await bt('check', file, '--compat', 'strict')).code).toBe(EXIT.no)
  })

  it('runs nodes of a plugin, and tells what is wrong with one', async () => {
    const api = new URL('src/bt-tools/index.ts', `file://${project}`).href
    const plugin = folder.write(
      'nodes.mjs',
      `import { defineAction, input, output, INT32 } from '${api}'
      export default [defineAction({ id: 'Double', ports: { n: input(INT32), out: output(INT32) },
        tick(ctx) { ctx.set('out', 2 * ctx.get('n')); return 'SUCCESS' } })]`,
    )
    const file = folder.write('double.xml', tree('<Double n="21" out="{r}"/>'))
    const { code, json } = await bt('run', file, '--plugin', plugin, '--fast', '--json')
    expect(code).toBe(EXIT.ok)
    expect(json.at(-1)).toMatchObject({ status: 'SUCCESS', blackboard: { r: 42 } })
    expect((await bt('check', file, '--plugin', plugin)).code).toBe(EXIT.ok)
    expect((await bt('check', file)).code).toBe(EXIT.no)
    const empty = folder.write('empty.mjs', 'export const nothing = 1')
    const broken = await bt('run', file, '--plugin', empty)
    expect(broken.code).toBe(EXIT.usage)
    expect(broken.errors).toContain('node.plugin')
    const throwing = await bt(
      'run',
      file,
      '--plugin',
      folder.write('throws.mjs', 'throw new Error("no battery")'),
    )
    expect(throwing.errors).toContain('no battery')
    expect(throwing.errors).not.toContain('    at ')
  })

  it('reads mocks', () => {
    expect(parseMock('success')).toEqual({ ok: true, value: { node: undefined, success: 1, ticks: 25 } })
    expect(parseMock('Grasp=FAILURE@3')).toEqual({ ok: true, value: { node: 'Grasp', success: 0, ticks: 3 } })
    expect(parseMock('70%')).toEqual({ ok: true, value: { node: undefined, success: 0.7, ticks: 25 } })
    expect(parseMock('running')).toEqual({
      ok: true,
      value: { node: undefined, success: undefined, ticks: 25 },
    })
    for (const wrong of ['', '101%', 'success@0', '=success', 'Grasp='])
      expect(parseMock(wrong).ok).toBe(false)
  })
})
