import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDriverProcess } from '#adapters/drivers/driver-process.js'
import { connectDriver } from '#adapters/drivers/driver-socket.js'
import { must } from '#base/result.js'
import { LinePeer } from '#drivers/line-peer.js'
import { needs } from '../needs/needs.js'
import { LiveSession } from './support/live.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/your-robot.md'), 'utf8')
const program = /```python\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
const byHand = /python3 cart\.py <<'LINES'\n([\s\S]*?)LINES/.exec(page)?.[1] ?? ''
const python = needs('python3')

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'graft-robot-'))
  copyFileSync(join(root, 'examples/python/graft_driver.py'), join(folder, 'graft_driver.py'))
  writeFileSync(join(folder, 'cart.py'), program)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (script = 'cart.py', onLog?: (line: string) => void): LiveSession =>
  new LiveSession(
    new LinePeer(
      startDriverProcess({ command: 'python3', args: [script], cwd: folder, ...(onLog && { onLog }) }),
    ),
  )

describe('docs/your-robot.md, followed', () => {
  it('the robot has two skills in at most 60 lines, and the Python helper at most 200', () => {
    const lines = (text: string): number => text.trimEnd().split('\n').length
    expect(lines(program)).toBeLessThanOrEqual(60)
    expect(program.match(/@driver\.skill/g)).toHaveLength(2)
    expect(lines(readFileSync(join(root, 'examples/python/graft_driver.py'), 'utf8'))).toBeLessThanOrEqual(
      200,
    )
  })

  it('runs skills, says how they end, and observes', python, async () => {
    const live = await start().ready()
    expect(live.session.hello).toMatchObject({
      robot: 'cart',
      skills: [
        { name: 'Drive', params: ['place'], timeoutMs: 20_000 },
        { name: 'Grip', params: ['closed'], timeoutMs: 3000 },
      ],
      facts: ['at', 'holding'],
      stopMs: 300,
      heartbeatMs: 400,
    })
    const drive = live.execute('Drive', { place: 'table' })
    await live.until('arrived', () => typeof live.session.commandState(drive) === 'object')
    const grip = live.execute('Grip', { closed: true })
    await live.until('gripped', () => typeof live.session.commandState(grip) === 'object')
    const astray = live.execute('Drive', { place: 'moon' })
    await live.until('failed', () => typeof live.session.commandState(astray) === 'object')
    const wrong = live.execute('Drive', { speed: 1 })
    await live.until('refused', () => live.session.commandState(wrong) === 'refused')
    live.session.observe()
    await live.until('observed', () => live.events.some(({ kind }) => kind === 'observed'))
    expect([drive, grip, astray].map((id) => live.session.commandState(id))).toEqual([
      { done: 'ok', reason: '' },
      { done: 'ok', reason: '' },
      { done: 'failed', reason: 'there is no place moon' },
    ])
    expect(live.session.refusal(wrong)).toBe('bad-params')
    expect(live.events.filter(({ kind }) => kind === 'progress').length).toBeGreaterThan(5)
    expect(live.events.find((event) => event.kind === 'observed')?.observation.facts).toEqual([
      { fact: 'at', value: 'table', confidence: 1, ageMs: 0 },
      { fact: 'holding', value: true, confidence: 1, ageMs: 0 },
    ])
    live.close()
    expect(live.judge().breaches).toEqual([])
    expect(live.judge().counts).toMatchObject({ commands: 4, executions: 3, ended: 3 })
  })

  it('stops, and is SAFE after an e-stop until reset', python, async () => {
    const live = await start().ready()
    const drive = live.execute('Drive', { place: 'shelf' })
    await live.until('moving', () => live.session.beat?.moving === true)
    live.session.stop()
    await live.until('stopped', () => typeof live.session.commandState(drive) === 'object', 2000)
    expect(live.session.commandState(drive)).toEqual({ done: 'stopped', reason: 'stopped by the host' })
    live.session.estop()
    await live.until('SAFE', () => live.session.beat?.safe === true && !live.session.halting)
    const refused = live.execute('Grip', { closed: true })
    await live.until('refused', () => live.session.commandState(refused) === 'refused')
    expect(live.session.refusal(refused)).toBe('safe')
    await live.ready()
    const grip = live.execute('Grip', { closed: true })
    await live.until('gripped', () => typeof live.session.commandState(grip) === 'object')
    live.close()
    // the e-stop of closing is the one that nobody saw confirmed
    expect(live.judge()).toMatchObject({ breaches: [], counts: { stops: 3, unconfirmedStops: 1, open: 0 } })
  })

  it('answers what is piped in by hand, as the page says, to the last line', python, () => {
    expect(byHand.split('\n').filter(Boolean)).toHaveLength(3)
    const { stdout } = spawnSync('python3', ['cart.py'], { cwd: folder, input: byHand, encoding: 'utf8' })
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id?: number; error?: { code: number } })
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    expect([...byId.keys()].filter((id) => id !== undefined).sort()).toEqual([1, 2, 3])
    expect(byId.get(3)?.error?.code).toBe(-32003)
  })

  it('a slow camera does not delay a stop', python, async () => {
    const slow = readFileSync(join(folder, 'cart.py'), 'utf8').replace(
      'def observe():\n',
      'def observe():\n    import time; time.sleep(0.8)\n',
    )
    expect(slow).toContain('time.sleep(0.8)')
    writeFileSync(join(folder, 'slow.py'), slow)
    const stream = startDriverProcess({ command: 'python3', args: ['slow.py'], cwd: folder })
    const live = await new LiveSession(new LinePeer(stream)).ready()
    const drive = live.execute('Drive', { place: 'shelf' })
    await live.until('moving', () => live.session.beat?.moving === true)
    live.session.observe()
    live.session.stop()
    await live.until('stopped', () => typeof live.session.commandState(drive) === 'object', 2000)
    // the answer to the question, which was asked first, comes last
    expect(live.events.some(({ kind }) => kind === 'observed')).toBe(false)
    await live.until('observed', () => live.events.some(({ kind }) => kind === 'observed'), 2000)
    live.close()
    expect(live.judge().breaches).toEqual([])
  })

  it('makes itself safe when it hears nothing', python, async () => {
    const live = await start().ready()
    const drive = live.execute('Drive', { place: 'shelf' })
    await live.until('moving', () => live.session.beat?.moving === true)
    live.healthy = false
    await live.until('SAFE', () => live.session.beat?.safe === true, 2000)
    await live.until('ended', () => typeof live.session.commandState(drive) === 'object', 2000)
    expect(live.session.beat).toMatchObject({ why: 'silence', moving: false })
    expect(live.session.commandState(drive)).toEqual({ done: 'stopped', reason: 'no heartbeat for 400 ms' })
    live.close()
    expect(live.judge().breaches).toEqual([])
  })

  it('refuses replays, and what is no message does not stop it', python, async () => {
    const stream = startDriverProcess({ command: 'python3', args: ['cart.py'], cwd: folder })
    const live = await new LiveSession(new LinePeer(stream)).ready()
    const grip = live.execute('Grip', { closed: true })
    await live.until('gripped', () => typeof live.session.commandState(grip) === 'object')
    const command = { id: 1, permit: 1, skill: 'Grip', params: { closed: false }, deadlineMs: 1000 }
    const say = (id: number, change: object): boolean =>
      stream.write(
        Buffer.from(
          `${JSON.stringify({ jsonrpc: '2.0', id, method: 'execute', params: { ...command, ...change } })}\n`,
        ),
      )
    expect([
      say(901, {}),
      say(902, { id: 2 }),
      say(903, { id: 3, permit: 0 }),
      say(904, { id: 0 }),
      // a repeated id uses its permit up: under a new id it opens nothing
      say(905, { permit: 5 }),
      say(906, { id: 4, permit: 5 }),
    ]).not.toContain(false)
    stream.write(Buffer.from('\xff\xfe{]\n{"method":7}\n[]\n'))
    await live.until('nine breaches', () => live.events.filter(({ kind }) => kind === 'breach').length >= 9)
    const texts = live.events.flatMap((event) => (event.kind === 'breach' ? [event.text] : []))
    expect(texts.filter((text) => text.startsWith('refused to request'))).toHaveLength(6)
    live.session.observe()
    await live.until('observed', () => live.events.some(({ kind }) => kind === 'observed'))
    expect(live.events.find((event) => event.kind === 'observed')?.observation.facts[1]?.value).toBe(true)
    live.close()
  })

  it('serves one after the other on a Unix socket', python, async () => {
    writeFileSync(join(folder, 'served.py'), program.replace('driver.run()', 'driver.run("cart.sock")'))
    const child = startDriverProcess({
      command: 'python3',
      args: ['served.py'],
      cwd: folder,
      graceMs: () => 0,
    })
    const path = join(folder, 'cart.sock')
    const waiting = { until: LiveSession.prototype.until.bind({ events: [] }) }
    await waiting.until('the socket', () => existsSync(path))
    for (let i = 0; i < 2; i++) {
      const live = await new LiveSession(new LinePeer(must(connectDriver({ path }), 'socket'))).ready()
      const grip = live.execute('Grip', { closed: i === 0 })
      await live.until('gripped', () => typeof live.session.commandState(grip) === 'object')
      live.close()
      expect(live.judge().breaches).toEqual([])
    }
    child.close()
  })
})

describe('its robot in TypeScript', () => {
  it('runs in a folder of its own, with the packages that the page installs', () => {
    const own = join(folder, 'gripper')
    mkdirSync(join(own, 'node_modules'), { recursive: true })
    // what `npm install PATH-OF-YOUR-CLONE tsx` leaves there
    symlinkSync(root, join(own, 'node_modules/graft'))
    symlinkSync(join(root, 'node_modules/tsx'), join(own, 'node_modules/tsx'))
    writeFileSync(join(own, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(own, 'gripper.ts'), /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
    const [, ...args] = /^node (--import tsx gripper\.ts)/m.exec(page)?.[0].split(' ') ?? []
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'hello',
      params: { session: 's', contract: { major: 1, minor: 0 } },
    }
    const input = `${JSON.stringify(hello)}\n`
    const { status, stdout, stderr } = spawnSync('node', args, { cwd: own, input, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
      id: 1,
      result: { robot: 'gripper', skills: [{ name: 'Grip', params: ['how', 'force'] }] },
    })
  })
})
