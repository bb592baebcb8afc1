import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { StateBit } from '#link/messages.gen.js'
import { needs } from '../needs/needs.js'
import type { Thing } from '../needs/things.js'
import { BenchPlant } from './support/bench-plant.js'
import { moveTo } from './support/bench.js'
import { startHost, startQemu, type Board } from './support/qemu-board.js'
import { Connection, WALL } from './support/qemu-link.js'
import { Images } from './support/qemu-tools.js'

interface Firmware {
  readonly name: string
  readonly needs: Thing
  readonly build: (images: Images) => void
  readonly start: (images: Images, seed: number) => Promise<Board>
}
let boards = 0
const FIRMWARES: readonly Firmware[] = [
  {
    name: 'STM32F405 image under qemu-system-arm',
    needs: 'qemu',
    build: (images) => images.buildStm32('qemu'),
    start: (images, seed) =>
      startQemu(images.path('fw-qemu.elf'), images.path(`plant-${++boards}`), seed, new BenchPlant()),
  },
  {
    name: 'host build on a pseudo-terminal',
    needs: 'a C compiler',
    build: (images) => images.buildHost('pty'),
    start: (images, seed) => startHost(images.path('pty'), seed, new BenchPlant()),
  },
]

const say = (line: string): boolean => process.stderr.write(`${line}\n`)
const LIMIT = 120_000
/** an emulator in real time, on a machine that may be too busy for it */
const BUSY = { retry: 2 }

for (const firmware of FIRMWARES) {
  describe(
    `${firmware.name}, over the runtime's serial adapter (VRL-26)`,
    { ...BUSY, ...needs(firmware.needs) },
    () => {
      const images = new Images()
      const running: Board[] = []
      const links: Connection[] = []
      beforeAll(() => firmware.build(images), LIMIT)
      afterAll(() => images.remove())
      afterEach(() => {
        for (const link of links.splice(0)) link.port.close()
        for (const board of running.splice(0)) board.process.kill('SIGKILL')
      })
      const start = async (seed: number): Promise<Board> => {
        const board = await firmware.start(images, seed)
        running.push(board)
        return board
      }
      const connect = async (...args: Parameters<typeof Connection.up>): Promise<Connection> => {
        const link = await Connection.up(...args)
        links.push(link)
        return link
      }

      it('shakes hands, sends telemetry every 20 ms of its time, and executes one cleared actuation', async () => {
        const board = await start(0xb007)
        const link = await connect(board, 0xabcdef)
        say(
          `${firmware.name}: first answer ${Math.round(performance.now() - board.startedAt)} ms after its start`,
        )
        expect(link.events).toContainEqual({ kind: 'up', bootId: 0xb007 })
        expect(await link.complete(moveTo(0.1, 0, 0))).toBe('refused')
        expect(await link.complete({ ...moveTo(0.1, 0, 42), settleMs: 100 })).toMatchObject({ done: 'ok' })
        expect(board.remote.plant.x).toBeCloseTo(0.1, 1)
        expect(link.session.telemetry).toMatchObject({ lastPermitId: 42, session: 0xabcdef })
        // a busy host may read two frames at once and keep the newer one: every step is a multiple
        const steps = link.telemetryMs.slice(1).map((at, i) => at - link.telemetryMs[i]!)
        expect(steps.filter((step) => step % 20 !== 0)).toEqual([])
        expect(steps.filter((step) => step === 20).length).toBeGreaterThan(2)
        expect(link.session.counters).toMatchObject({ unreadable: 0, badCrc: 0, badCobs: 0 })
      }, 120_000)

      it('latches the e-stop, cuts the motors at once, and is released at a stand by its nonce only', async () => {
        const board = await start(2)
        const link = await connect(board, 2)
        const { plant, samples } = board.remote
        link.forward = 0.3
        expect(await link.until(() => plant.fastestWheel > 4)).toBe(true)
        plant.estop = true
        expect(await link.until(() => samples.at(-1)?.drive.motorsEnabled === false)).toBe(true)
        expect(await link.until(() => link.firmwareEvent('estopLatched') !== undefined)).toBe(true)
        const latched = link.firmwareEvent('estopLatched')!.at
        const cut = samples.find(({ ms, drive }) => ms >= latched && !drive.motorsEnabled)!.ms
        say(
          `${firmware.name}: e-stop at 0.3 m/s: motors cut within ${cut - latched} ms of firmware time (as its plant sees it)`,
        )
        // at once; QEMU shows it every 10 ms
        expect(cut - latched).toBeLessThanOrEqual(10)

        plant.estop = false
        link.forward = undefined
        const stands = (): boolean => (link.session.telemetry!.state & StateBit.moving) === 0
        expect(await link.until(() => link.session.telemetry?.inputs === 0 && stands())).toBe(true)
        const nonce = link.session.telemetry!.latchNonce
        expect(await link.complete({ kind: 'estopReset', latchNonce: (nonce + 1) >>> 0 })).toBe('refused')
        expect(samples.at(-1)?.drive.motorsEnabled).toBe(false)
        expect(await link.complete({ kind: 'estopReset', latchNonce: nonce })).toMatchObject({ done: 'ok' })
        // released, and without power until a permitted command acts
        expect(samples.at(-1)?.drive.motorsEnabled).toBe(false)
        expect(plant.fastestWheel).toBeLessThan(0.5)
        link.forward = 0.1
        expect(await link.until(() => samples.at(-1)?.drive.motorsEnabled === true)).toBe(true)
      }, 120_000)

      it('ramps to a stand when the heartbeat ends, though setpoints still come', async () => {
        const board = await start(3)
        const link = await connect(board, 3)
        const { plant, samples } = board.remote
        link.forward = 0.3
        expect(await link.until(() => plant.fastestWheel > 4)).toBe(true)
        link.events.length = 0
        link.healthy = false
        expect(await link.until(() => link.firmwareEvent('commLoss') !== undefined)).toBe(true)
        const lost = link.firmwareEvent('commLoss')!.at
        expect(await link.until(() => board.remote.clock.now() > lost + 400)).toBe(true)
        const zero = samples.find(
          ({ ms, drive }) => ms >= lost && drive.wheels.every((speed) => speed === 0),
        )!.ms
        say(
          `${firmware.name}: comm loss 201 ms after the last heartbeat, wheels told 0 ${zero - lost} ms later ` +
            `(ramp from 0.3 m/s, as its plant sees it): ${zero - lost + 201} ms of firmware time in all`,
        )
        // 150 ms of ramp; QEMU shows the drive every 10 ms
        expect(zero - lost).toBeLessThanOrEqual(161)
        const after = samples.filter(({ ms }) => ms > zero)
        expect(after.every(({ drive }) => drive.wheels.every((speed) => speed === 0))).toBe(true)
      }, 120_000)

      it('kill -9 closes the stream; another firmware under another name is another boot and another session', async () => {
        const first = await start(4)
        const link = await connect(first, 4)
        first.process.kill('SIGKILL')
        expect(await link.until(() => !link.port.open)).toBe(true)
        const second = await start(5)
        const again = await connect(second, 44)
        expect(again.events).toContainEqual({ kind: 'up', bootId: 5 })
        expect(link.port.open).toBe(false)
      }, 120_000)

      it('a frozen firmware closes nothing: only the silence of its telemetry tells', async () => {
        const board = await start(6)
        const link = await connect(board, 6, WALL)
        board.process.kill('SIGSTOP')
        expect(await link.until(() => link.session.status === 'lost')).toBe(true)
        expect(link.port.open).toBe(true)
        expect(link.has('degraded')).toBe(true)
        expect(link.events.at(-1)).toMatchObject({ kind: 'lost', why: 'silence' })
      }, 120_000)
    },
  )
}
