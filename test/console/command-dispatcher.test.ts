import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '#console/catalogue.js'
import { LIMITS } from '#console/protocol.js'
import { mayActAs, ROLES } from '#console/roles.js'
import { codeOf, dispatcherBench } from './support/dispatcher-bench.js'
import { COMMANDS, SAMPLES } from './support/samples.js'

describe('the desk: who may what', () => {
  it('every command through every role: carried out or refused as the catalogue says, and nothing else', async () => {
    let seen = 0
    for (const command of COMMANDS) {
      for (const role of ROLES) {
        const bench = dispatcherBench()
        const reply = await bench.ask(command, SAMPLES[command], role)
        const may = mayActAs(role, CATALOGUE[command].role)
        expect([command, role, codeOf(reply)]).toEqual([command, role, may ? 'ok' : 'console.role'])
        expect(bench.executed.map((one) => one.command)).toEqual(may ? [command] : [])
        seen += 1
      }
    }
    expect(COMMANDS.sort()).toEqual(Object.keys(CATALOGUE).sort())
    expect(seen).toBeGreaterThanOrEqual(35 * 3)
  })

  it('the host learns who asks, through what, and gets the parameters with their defaults', async () => {
    const bench = dispatcherBench()
    await bench.ask('log', {}, 'viewer', 'c7')
    expect(bench.executed).toEqual([
      {
        command: 'log',
        params: { level: 'info', limit: 50 },
        who: { name: 'anna', role: 'viewer', client: 'c7' },
      },
    ])
  })
})

describe('the desk: what is wrong with a message', () => {
  const wrong: readonly (readonly [string, string, string | undefined])[] = [
    ['', 'console.not-json', undefined],
    ['{', 'console.not-json', undefined],
    ['[]', 'console.not-a-request', undefined],
    ['null', 'console.not-a-request', undefined],
    ['{"v":1,"id":1,"cmd":"status","by":"a"}x', 'console.not-json', undefined],
    ['{"id":1,"cmd":"status","by":"a"}', 'console.version', 'version 1'],
    ['{"v":2,"id":1,"cmd":"status","by":"a"}', 'console.version', 'version 1'],
    ['{"v":"1","id":1,"cmd":"status","by":"a"}', 'console.version', 'version 1'],
    ['{"v":1,"cmd":"status","by":"a"}', 'console.not-a-request', undefined],
    ['{"v":1,"id":1.5,"cmd":"status","by":"a"}', 'console.not-a-request', undefined],
    ['{"v":1,"id":1,"cmd":"status"}', 'console.not-a-request', undefined],
    ['{"v":1,"id":1,"cmd":"status","by":"a\\u001b[2J"}', 'console.not-a-request', undefined],
    ['{"v":1,"id":1,"cmd":"status","by":"a","admin":true}', 'console.not-a-request', undefined],
    ['{"v":1,"id":1,"cmd":"statsu","by":"a"}', 'console.unknown-command', 'did you mean `status`?'],
    ['{"v":1,"id":1,"cmd":"alarms.list","by":"a"}', 'console.unknown-command', 'did you mean `alarm.list`?'],
    ['{"v":1,"id":1,"cmd":"constructor","by":"a"}', 'console.unknown-command', undefined],
    ['{"v":1,"id":1,"cmd":"__proto__","by":"a"}', 'console.unknown-command', undefined],
    ['{"v":1,"id":1,"cmd":["stop"],"by":"a"}', 'console.unknown-command', undefined],
    ['{"v":1,"id":1,"by":"a"}', 'console.unknown-command', undefined],
    ['{"v":1,"id":1,"cmd":"run","params":{"fild":"F1"},"by":"a"}', 'console.params', 'did you mean `field`?'],
    ['{"v":1,"id":1,"cmd":"stop","params":{"now":1},"by":"a"}', 'console.params', '`stop` takes none'],
    ['{"v":1,"id":1,"cmd":"run","params":{"episodes":"3"},"by":"a"}', 'console.params', 'it takes field'],
    ['{"v":1,"id":1,"cmd":"run","params":[],"by":"a"}', 'console.params', undefined],
    ['{"v":1,"id":1,"cmd":"run","params":{"__proto__":{"a":1}},"by":"a"}', 'console.params', undefined],
    ['{"v":1,"id":1,"cmd":"status","params":{"a":{"b":{"c":{}}}},"by":"a"}', 'console.too-deep', undefined],
    [`{"v":1,"id":1,"cmd":"status","params":[${'1,'.repeat(80)}1],"by":"a"}`, 'console.too-many', undefined],
    [`{"v":1,"id":1,"cmd":"${'x'.repeat(9000)}","by":"a"}`, 'console.too-long', undefined],
  ]
  it.each(wrong.map(([message, ...rest]) => [message.slice(0, 80), message, ...rest] as const))(
    'refuses %s',
    async (_, message, code, hint) => {
      const bench = dispatcherBench()
      const reply = await bench.send(message, 'operator')
      expect(codeOf(reply)).toBe(code)
      expect(JSON.stringify(reply)).toContain(hint ?? code)
      expect(bench.executed).toEqual([])
    },
  )

  it('bytes that are not UTF-8 are refused', async () => {
    const bench = dispatcherBench()
    const bytes = Buffer.from('{"v":1,"id":1,"cmd":"stop","by":"a?"}')
    bytes[bytes.length - 3] = 0xff
    expect(codeOf(await bench.send(bytes, 'operator'))).toBe('console.not-json')
  })

  it('a refusal carries the id as soon as it could be read', async () => {
    const bench = dispatcherBench()
    const replies = [
      await bench.send('{"v":1,"id":"seven","cmd":"stpo","by":"a"}', 'operator'),
      await bench.send('{"v":9,"id":7}', 'operator'),
      await bench.send('nonsense', 'operator'),
    ]
    expect(replies.map(({ id }) => id)).toEqual(['seven', 7, null])
  })

  it('only a maintainer may send a long message, and braces in texts are no depth', async () => {
    const bench = dispatcherBench()
    const params = { ...SAMPLES['tree.stage'], xml: '{[,"\\'.repeat(30_000) }
    expect(codeOf(await bench.ask('tree.stage', params))).toBe('ok')
    expect(codeOf(await bench.ask('scene.reset', { note: 'x'.repeat(9000) }, 'operator'))).toBe(
      'console.too-long',
    )
    expect(bench.executed.map(({ params: given }) => given)).toEqual([params])
  })
})

describe('the desk: bounds', () => {
  it('a client that sends too much is refused, another is served, and time heals', async () => {
    const bench = dispatcherBench()
    const codes: string[] = []
    for (let i = 0; i < LIMITS.atOnce + 20; i++) codes.push(codeOf(await bench.ask('status', {}, 'viewer')))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(LIMITS.atOnce)
    expect(codes.slice(LIMITS.atOnce)).toEqual(Array(20).fill('console.too-fast'))
    expect(codeOf(await bench.ask('status', {}, 'viewer', 'other'))).toBe('ok')
    bench.pass(1000)
    expect(codeOf(await bench.ask('status', {}, 'viewer'))).toBe('ok')
  })

  it('many clients of one role together are bounded too, and other roles do not feel it', async () => {
    const bench = dispatcherBench()
    const codes: string[] = []
    for (let i = 0; i < LIMITS.atOnceOfRole + 50; i++)
      codes.push(codeOf(await bench.ask('status', {}, 'viewer', `c${i % 60}`)))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(LIMITS.atOnceOfRole)
    expect(codeOf(await bench.ask('status', {}, 'operator', 'c1'))).toBe('ok')
  })

  it('stop and estop wait for nothing: neither rate nor commands under way', async () => {
    const bench = dispatcherBench({
      execute: (command) => (command === 'arm' ? new Promise(() => undefined) : { ok: true, value: command }),
    })
    for (let i = 0; i < LIMITS.underWay; i++) void bench.ask('arm', {}, 'operator')
    expect(codeOf(await bench.ask('pause', {}, 'operator'))).toBe('console.busy')
    for (let i = 0; i < 200; i++) await bench.send('junk', 'operator')
    expect(codeOf(await bench.ask('pause', {}, 'operator'))).toBe('console.too-fast')
    for (let i = 0; i < 50; i++) {
      expect(codeOf(await bench.ask('stop', {}, 'operator'))).toBe('ok')
      expect(codeOf(await bench.ask('estop', {}, 'operator'))).toBe('ok')
    }
    expect(bench.executed.filter(({ command }) => command === 'estop')).toHaveLength(50)
    // a flood of stops does not flood the log
    expect(bench.told.filter(({ kind }) => kind === 'operator').length).toBeLessThan(20)
  })

  it('all clients of a role together have so many commands under way, and an end makes room', async () => {
    const ends: (() => void)[] = []
    const bench = dispatcherBench({
      execute: () => new Promise((resolve) => ends.push(() => resolve({ ok: true, value: 1 }))),
    })
    const waiting: Promise<unknown>[] = []
    for (let i = 0; i < LIMITS.underWayOfRole; i++)
      waiting.push(bench.ask('pause', {}, 'operator', `c${i % 32}`))
    expect(codeOf(await bench.ask('pause', {}, 'operator', 'c50'))).toBe('console.busy')
    // another role has its own room
    waiting.push(bench.ask('pause', {}, 'maintainer', 'm1'))
    expect(ends).toHaveLength(LIMITS.underWayOfRole + 1)
    ends[0]?.()
    await waiting[0]
    const next = bench.ask('pause', {}, 'operator', 'c50')
    for (const end of ends) end()
    await Promise.all(waiting)
    ends.at(-1)?.()
    expect(codeOf(await next)).toBe('ok')
  })

  it('a command that takes too long is answered in time, and goes on', async () => {
    let end = (): void => undefined
    const bench = dispatcherBench({
      execute: () => new Promise((resolve) => (end = () => resolve({ ok: true, value: 'late' }))),
    })
    const reply = bench.ask('tree.stage', SAMPLES['tree.stage'])
    bench.pass(LIMITS.commandMs)
    expect(codeOf(await reply)).toBe('console.slow')
    end()
    await new Promise((resolve) => setImmediate(resolve))
    expect(bench.told.at(-1)).toMatchObject({ level: 'info', text: like(/: done$/) })
    expect(bench.timers).toEqual([])
  })

  it('no timer is left when a command ends in time', async () => {
    const bench = dispatcherBench({ execute: () => Promise.resolve({ ok: true, value: 1 }) })
    expect(codeOf(await bench.ask('pause'))).toBe('ok')
    expect(bench.timers).toEqual([])
  })

  it('an answer that is too large, or none that JSON can hold, becomes a refusal', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const answers = ['x'.repeat(LIMITS.reply), circle, 10n, undefined]
    const bench = dispatcherBench({
      execute: () => ({ ok: true, value: answers[bench.executed.length - 1] }),
    })
    const codes: string[] = []
    for (const _ of answers) codes.push(codeOf(await bench.ask('config')))
    expect(codes).toEqual(['console.too-large', 'console.bug', 'console.bug', 'ok'])
  })

  it('a bug of the host is an answer, not a crash', async () => {
    const bench = dispatcherBench({
      execute: (command) => {
        if (command === 'pause') throw new Error('thrown')
        return Promise.reject(new Error('rejected'))
      },
    })
    expect(codeOf(await bench.ask('pause'))).toBe('console.bug')
    expect(codeOf(await bench.ask('resume'))).toBe('console.bug')
    const errors = bench.told.filter(
      (statusEvent) => statusEvent.kind === 'log' && statusEvent.level === 'error',
    )
    expect(errors).toHaveLength(2)
  })

  it('silent clients are forgotten, and when there are too many the most silent one is', async () => {
    const bench = dispatcherBench({ limits: { clients: 3 } })
    for (const client of ['a', 'b', 'c', 'a', 'd']) {
      bench.pass(10)
      await bench.ask('status', {}, 'viewer', client)
    }
    expect(bench.gone).toEqual(['b'])
    bench.pass(LIMITS.idleMs - 5)
    bench.gate.sweep()
    expect(bench.gone).toEqual(['b', 'c', 'a'])
    bench.gate.closed('operator')
    expect(bench.gone).toEqual(['b', 'c', 'a'])
    bench.gate.closed('viewer')
    expect(bench.gone).toEqual(['b', 'c', 'a', 'd'])
  })
})

describe('the desk: what is told', () => {
  it('every deed of an operator or maintainer is news before it happens, and its outcome is logged', async () => {
    let seen = 0
    for (const command of COMMANDS) {
      const before: number[] = []
      const bench = dispatcherBench({
        execute: () => {
          before.push(bench.told.length)
          return { ok: false, error: { code: 'mode.not-safe', message: 'the robot runs' } }
        },
      })
      await bench.ask(command, SAMPLES[command])
      const repeated = command === 'teleop.drive' || command === 'teleop.alive'
      const deed = CATALOGUE[command].role !== 'viewer' && !repeated
      expect([command, bench.told.map(({ kind }) => kind)]).toEqual([
        command,
        deed ? ['operator', 'log'] : [],
      ])
      expect(before).toEqual([deed ? 1 : 0])
      if (deed) {
        expect(bench.told[0]).toMatchObject({ by: 'anna', role: 'maintainer' })
        expect(bench.told[1]).toMatchObject({
          text: like(/anna \(maintainer, c1\).*mode\.not-safe/),
        })
        seen += 1
      }
    }
    expect(seen).toBeGreaterThanOrEqual(16)
  })

  it('secrets are not told, and a text stays one line without control characters', async () => {
    const bench = dispatcherBench()
    await bench.ask('confirm', { token: 'geheim' })
    await bench.ask('teleop.end', { session: 'geheim' })
    await bench.ask('scene.reset', { note: 'a\u001b[2Jb\nc\u2028d\u202e' })
    await bench.ask('tree.stage', { ...SAMPLES['tree.stage'], xml: 'x'.repeat(10_000) })
    const told = JSON.stringify(bench.told)
    expect(told).not.toContain('geheim')
    expect(told).not.toMatch(/\\u001b|\\n|\u2028|\u202e/)
    expect(told.length).toBeLessThan(3000)
    expect(bench.told[0]).toMatchObject({ did: 'confirm token=…' })
  })

  it('roles that reach too high are counted and told in one line, at most once a minute', async () => {
    const bench = dispatcherBench()
    let told = 0
    for (let second = 0; second < 121; second++) {
      for (let i = 0; i < 10; i++) {
        await bench.ask('estop', {}, 'viewer')
        told += 1
      }
      bench.gate.sweep()
      bench.pass(1000)
    }
    expect(told).toBe(1210)
    expect(bench.executed).toEqual([])
    expect(bench.told).toEqual([
      expect.objectContaining({ kind: 'log', level: 'warn', text: like(/^10 requests .*estop/) }),
      expect.objectContaining({ text: like(/^600 requests/) }),
      expect.objectContaining({ text: like(/^600 requests/) }),
    ])
  })

  it('what viewers cost is counted in time of the loop, and others do not feel it', async () => {
    const costly = dispatcherBench({
      execute: () => {
        costly.pass(30)
        return { ok: true, value: 1 }
      },
    })
    const codes: string[] = []
    for (let i = 0; i < 10; i++) codes.push(codeOf(await costly.ask('news', {}, 'viewer', `c${i}`)))
    // 100 ms at once and 40 ms a second: four of 30 ms, and no fifth
    expect(codes.filter((code) => code === 'ok')).toHaveLength(4)
    expect(codes.slice(4)).toEqual(Array(6).fill('console.too-fast'))
    expect(codeOf(await costly.ask('news', {}, 'operator'))).toBe('ok')
    costly.pass(1000)
    expect(codeOf(await costly.ask('news', {}, 'viewer'))).toBe('ok')
  })
})

const like = (text: string | RegExp): string => expect.stringMatching(text) as string
