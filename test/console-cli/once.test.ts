import { describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { once, type OnceOptions } from '#console-cli/once.js'
import { HeldKeys, STAND } from '#console-cli/teleop/held-keys.js'
import { watchPlain } from '#console-cli/watch/plain.js'
import { pulse } from '#console-cli/shell/pulse.js'
import type { Contact } from '#console-cli/shell/prompt.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import { FakeClient, Pages } from './support/fake-client.js'

const run = async (line: string, change: Partial<OnceOptions> = {}, client = new FakeClient()) => {
  const [out, error] = [new Pages(), new Pages()]
  const io = { out, err: error, env: {} }
  const code = await once(
    line.split(' '),
    client,
    { json: false, yes: false, timeoutMs: 1000, ...change },
    io,
  )
  return { code, out: out.text, err: error.text, client }
}

describe('one command', () => {
  it('prints the answer to stdout, as lines or as JSON', async () => {
    expect(await run('stop')).toMatchObject({ code: EXIT.ok, out: 'stop\n', err: '' })
    const { out } = await run('status', { json: true })
    expect(JSON.parse(out)).toMatchObject({ mode: 'RUNNING', seq: 100 })
  })

  it('a bad line asks nobody', async () => {
    const { code, err, client } = await run('run --episodes many')
    expect([code, client.asked]).toEqual([EXIT.usage, []])
    expect(err).toMatch(/expected: a number/)
  })

  it.each([
    ['mode.not-safe', EXIT.usage],
    ['console.timeout', EXIT.unreachable],
    ['console.unreachable', EXIT.unreachable],
    ['console.denied', EXIT.usage],
  ])('%s is exit code %i', async (code, exit) => {
    const client = new FakeClient()
    client.refusal = { code, message: 'no\u001B[2J', hint: 'mend it' }
    const done = await run('stop', { json: true }, client)
    expect(done.code).toBe(exit)
    expect(done.err).toContain('mend it')
    expect(done.err).not.toContain('\u001B')
    expect(JSON.parse(done.out)).toMatchObject({ error: { code } })
  })

  it.each([
    ['--yes', { yes: true }, ['arm', 'confirm'], EXIT.ok],
    [
      'a person who says yes',
      { question: () => Promise.resolve({ kind: 'said', text: 'yes' } as const) },
      ['arm', 'confirm'],
      EXIT.ok,
    ],
    [
      'a person who hesitates',
      { question: () => Promise.resolve({ kind: 'said', text: '' } as const) },
      ['arm'],
      EXIT.question,
    ],
    ['nobody there', {}, ['arm'], EXIT.question],
  ])('arm: %s', async (_, options, commands, exit) => {
    const client = new FakeClient()
    client.answers.set('arm', { token: 'abc123', what: 'the robot will drive', expiresInMs: 1 })
    client.answers.set('confirm', { moves: 'it drives' })
    const done = await run('arm', options, client)
    expect([client.asked.map(({ command }) => command), done.code]).toEqual([commands, exit])
    expect(client.asked[1]?.params).toEqual(commands.length === 2 ? { token: 'abc123' } : undefined)
  })
})

it('what waits for a second step names it', async () => {
  const client = new FakeClient()
  client.answers.set('run', { key: 'F1-s1-abc' })
  client.answers.set('arm', { token: 'abc123', what: 'the robot will drive', expiresInMs: 1 })
  expect((await run('run', {}, client)).err).toBe('nothing moves before it is armed: graft console arm\n')
  expect((await run('arm', {}, client)).err).toBe('not confirmed: graft console confirm abc123\n')
  expect((await run('arm', { json: true }, client)).err).toBe('')
})

it('watch into a pipe: where things stand, then what is new, as lines or NDJSON', async () => {
  const client = new FakeClient()
  const mode = (seq: number): StatusEvent => ({
    seq,
    at: 0,
    kind: 'mode',
    change: { from: 'RUNNING', to: 'SAFE', by: 'anna' },
  })
  client.told = [mode(99), mode(101), { seq: 102, at: 0, kind: 'link', level: 'info', text: 'back\u001B[2J' }]
  const look = async (json: boolean): Promise<string[]> => {
    const out = new Pages()
    await watchPlain(client, {
      json,
      signal: new AbortController().signal,
      timeoutMs: 10,
      io: { out, err: new Pages(), env: {} },
    })
    return out.lines
  }
  const lines = await look(false)
  expect(lines.filter((line) => line.includes('SAFE (was RUNNING), by anna'))).toHaveLength(1)
  expect(lines.join('')).not.toContain('\u001B')
  const json = (await look(true)).map((line) => JSON.parse(line) as { kind: string })
  expect(json.map(({ kind }) => kind)).toEqual(['snapshot', 'mode', 'link'])
})

it('the pulse tells for how long nobody has answered, and that somebody does again', async () => {
  const client = new FakeClient()
  const over = new AbortController()
  let now = 0
  const seen: Contact[] = []
  await pulse({
    client,
    everyMs: 1,
    timeoutMs: 1,
    now: () => (now += 100),
    signal: over.signal,
    changed: (contact) => {
      seen.push(contact)
      client.refusal = seen.length < 3 ? { code: 'console.timeout', message: 'nobody' } : undefined
      if (seen.length === 4) over.abort()
    },
  })
  expect(seen.map(({ silentMs }) => silentMs > 0)).toEqual([false, true, true, false])
  expect(seen[2]?.silentMs).toBeGreaterThan(seen[1]?.silentMs ?? Infinity)
  expect(seen[1]?.status?.mode).toBe('RUNNING')
})

it('keys: a press is a nudge, repeats hold, silence lets go, a blank stands', () => {
  const keys = new HeldKeys()
  expect(keys.setpoint(0.2, 0)).toEqual(STAND)
  expect(keys.press('w', 0)).toBe(true)
  expect([keys.setpoint(0.2, 150).vx, keys.setpoint(0.2, 201)]).toEqual([0.2, STAND])
  for (let t = 500; t <= 1000; t += 33) keys.press('w', t)
  expect([keys.setpoint(0.2, 1100).vx, keys.setpoint(0.2, 1160)]).toEqual([0.2, STAND])
  keys.press('\u001B[D', 2000)
  expect(keys.setpoint(0.2, 2050)).toEqual({ vx: 0, vy: 0.2, wz: 0 })
  keys.press('e', 2060)
  expect(keys.setpoint(0.3, 2100).wz).toBeCloseTo(-0.9)
  keys.press(' ', 2110)
  expect([keys.setpoint(0.2, 2111), keys.press('z', 2112)]).toEqual([STAND, false])
})

describe('an order', () => {
  const plan = { steps: [{ text: 'Open: window' }, { text: 'Close: door' }] }
  const proposed = { kind: 'plan', id: 'a1b2c3', reading: { text: 'the window is open' }, plan }
  const answered = async (line: string, answer: object, change: Partial<OnceOptions> = {}) => {
    const client = new FakeClient()
    client.answers.set(line.startsWith('do confirm') ? 'do.confirm' : 'do', answer)
    return run(line, change, client)
  }

  it('needs no quotation marks, and shows what was understood, the plan and how to go on', async () => {
    const { out, client } = await answered('do open the window --speaker anna', proposed)
    expect(client.asked).toEqual([{ command: 'do', params: { order: 'open the window', speaker: 'anna' } }])
    expect(out).toBe(
      'understood: the window is open\n  1. Open: window\n  2. Close: door\ndo confirm a1b2c3 carries it out\n',
    )
    const { out: json } = await answered('do open it', proposed, { json: true })
    expect(JSON.parse(json)).toEqual(proposed)
  })

  it('that can mean more than one thing is asked about, by number', async () => {
    const choices = [
      { text: 'a', holds: true },
      { text: 'b', holds: false, plan },
    ]
    const { out } = await answered('do it', { kind: 'question', id: 'f', question: 'which?', choices })
    expect(out).toMatch(/^which\?\n {2}1\. a \(so already\)\n {2}2\. b\n {5}1\. Open: window\n/)
    const { client } = await answered('do confirm f 2', { kind: 'begun' })
    expect(client.asked).toEqual([{ command: 'do.confirm', params: { id: 'f', choice: 2 } }])
  })

  it('that has begun says how to follow it; of a real robot, that it is to be armed', async () => {
    const begun = { kind: 'begun', key: 'k', understood: 'u', steps: 2 }
    expect((await answered('do confirm f', { ...begun, toBeArmed: false })).err).toContain('console watch')
    expect((await answered('do confirm f', { ...begun, toBeArmed: true })).err).toContain('console arm')
    const { out, err } = await answered('do confirm f', { ...proposed, changed: true })
    expect([out.split('\n')[0], err]).toEqual(['something has changed since: this is the plan now', ''])
  })
})
