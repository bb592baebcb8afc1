import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { monotonicClock } from '#app/connections/serial-connection.js'
import { deviceNames } from '#config/device-names.js'
import { findController } from '#app/connections/find-controller.js'
import { packFrame, FrameDecoder } from '#link/frame.js'
import { encodePayload, specOf } from '#link/message-codec.js'
import { PROTOCOL } from '#link/messages.gen.js'
import { must } from '#base/result.js'
import { PtyPair } from '../adapters/support/pty-pair.js'
import { BenchPlant } from '../firmware/support/bench-plant.js'
import { PtyBoard } from '../firmware/support/pty-board.js'
import { DeviceFolder } from './support/serial-job.js'

describe('the devices that --serial means', () => {
  const folder = mkdtempSync(join(tmpdir(), 'graft-names-'))
  mkdirSync(join(folder, 'by-id'))
  for (const name of ['ttyACM0', 'ttyACM2', 'ttyACM10', 'ttyUSB0', '.hidden', 'a[1]', 'a1'])
    writeFileSync(join(folder, name), '')
  symlinkSync(join(folder, 'ttyACM2'), join(folder, 'by-id', 'usb-stm32'))
  const names = async (asked: string): Promise<string[]> =>
    (await deviceNames(asked)).map((name) => name.slice(folder.length + 1))

  it.each([
    ['ttyACM0', ['ttyACM0']],
    ['ttyACM*', ['ttyACM0', 'ttyACM2', 'ttyACM10']],
    ['tty???0', ['ttyACM0', 'ttyUSB0']],
    ['tty[!A]*', ['ttyUSB0']],
    ['tty[AU]*0', ['ttyACM0', 'ttyACM10', 'ttyUSB0']],
    ['*', ['a[1]', 'a1', 'by-id', 'ttyACM0', 'ttyACM2', 'ttyACM10', 'ttyUSB0']],
    ['*/usb-*', ['by-id/usb-stm32']],
    ['a[1]', ['a[1]']],
    ['no-such-device', []],
    ['no-such-folder/*', []],
    ['', []],
  ])('"%s" means %j', async (pattern, expected) => {
    expect(await names(pattern === '' ? '' : join(folder, pattern))).toEqual(expected)
  })

  it('are taken in the order in which they are named, each device once, under its first name', async () => {
    const asked = ['ttyUSB0', 'by-id/*', 'ttyACM*'].map((each) => join(folder, each)).join(', ')
    expect(await names(asked)).toEqual(['ttyUSB0', 'by-id/usb-stm32', 'ttyACM0', 'ttyACM10'])
  })
})

describe('the controller is the device that answers Hello', () => {
  const cleanUp: (() => void)[] = []
  afterEach(() => {
    for (const task of cleanUp.splice(0)) task()
  })
  const board = (bootId: number): PtyBoard => {
    const made = new PtyBoard(new BenchPlant(), bootId)
    cleanUp.push(() => made.kill())
    return made
  }
  /** a device that says what it is told when it is spoken to */
  const other = (answer: (hello: Uint8Array) => Uint8Array | undefined): PtyPair => {
    const pair = new PtyPair()
    const timer = setInterval(() => {
      const heard = pair.take()
      const said = heard.length === 0 ? undefined : answer(heard)
      if (said !== undefined) pair.send(said)
    }, 5)
    cleanUp.push(() => {
      clearInterval(timer)
      pair.unplug()
    })
    return pair
  }
  const mute = (): PtyPair => other(() => undefined)
  const find = (devices: string, timeoutMs = 3000) =>
    findController({ devices, timeoutMs, clock: monotonicClock() })

  it('and not the one that comes first: others are named, skipped and let go', async () => {
    const devices = new DeviceFolder()
    const chatter = other(() => Buffer.from('$GPGGA,120000,,,,,0,,,,,,,,*66\r\n'))
    const silent = mute()
    devices.plug('usb-a-gps', chatter.path)
    devices.plug('usb-b-silent', silent.path)
    devices.plug('usb-c-stm32', board(7).path)
    const found = must(await find(devices.all), 'a controller')
    cleanUp.push(() => found.stream.close())
    expect(found).toMatchObject({ device: `${devices.path}/usb-c-stm32`, bootId: 7 })
    expect(found.skipped.map(({ device }) => device)).toEqual([
      `${devices.path}/usb-a-gps`,
      `${devices.path}/usb-b-silent`,
    ])
    expect(found.stream.open).toBe(true)
    // the other devices are free again
    const again = await find(silent.path, 100)
    expect(again).toMatchObject({
      ok: false,
      error: { kind: 'no-answer', text: expect.stringContaining('does not answer Hello') as string },
    })
  })

  it('two that answer are one too many, and both are named', async () => {
    const [first, second] = [board(1), board(2)]
    const found = await find(`${first.path},${second.path}`)
    expect(found).toMatchObject({ ok: false, error: { kind: 'refused' } })
    if (found.ok) return
    expect(found.error.text).toContain(first.path)
    expect(found.error.text).toContain(second.path)
    for (const { heard } of [first, second]) expect(heard).toEqual(['hello'])
  })

  it.each([0, 1])(
    'one with another schema is named as such, whether it accepts us (%i) or not',
    async (accepted) => {
      const helloAck = { ...PROTOCOL, kind: 'helloAck', session: 0, bootId: 1, uptimeMs: 0 } as const
      const old = other((heard) => {
        if (new FrameDecoder().feed(heard).length === 0) return undefined
        const payload = must(
          encodePayload({
            ...helloAck,
            protoMajor: PROTOCOL.major,
            protoMinor: 0,
            schemaHash: (PROTOCOL.schemaHash + 1) >>> 0,
            hbTimeoutMs: 200,
            telemetryMs: 20,
            accepted,
            state: 0,
          }),
          'a HelloAck',
        )
        return packFrame({ type: specOf('helloAck').id, flags: 0, seq: 0, payload })
      })
      const found = await find(old.path, 1000)
      expect(found).toMatchObject({ ok: false, error: { kind: 'refused' } })
      expect(found.ok ? '' : found.error.text).toContain(`${old.path} speaks another protocol version: flash`)
    },
  )

  it('may be plugged in while it is looked for', async () => {
    const devices = new DeviceFolder()
    const timer = setTimeout(() => devices.plug('usb-late', board(9).path), 300)
    cleanUp.push(() => clearTimeout(timer))
    const found = must(await find(devices.all), 'a controller')
    cleanUp.push(() => found.stream.close())
    expect(found.bootId).toBe(9)
  })

  it('and where nothing is, the message says what was looked for', async () => {
    const found = await find('/dev/no-such-*', 50)
    expect(found).toMatchObject({
      ok: false,
      error: { kind: 'no-answer', text: expect.stringContaining('/dev/no-such-*') as string },
    })
  })
})
