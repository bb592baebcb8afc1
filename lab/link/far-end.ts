/**
 * The other end of the pseudo-terminal, a process of its own: `far-end.ts echo | controller | telemetry`. Tells its
 * parent the device file, and ends with it.
 */
import { AT_REST } from '#simulation/field/plant.js'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { loadFirmware } from '#simulation/firmware/firmware.js'
import { BenchPlant } from '#test/firmware/support/bench-plant.js'
import { wasm } from '#test/firmware/support/bench.js'
import { LINE_BYTES_PER_S, telemetryFrames } from './frames.js'

/** `open` of node-pty is not in its types. */
interface Terminal {
  readonly master: Socket
  readonly slave: Socket & { setRawMode(raw: boolean): void }
  readonly _pty: string
}
const pty = createRequire(import.meta.url)('@lydell/node-pty') as {
  open(options: { encoding: null }): Terminal
}

const { master, slave, _pty } = pty.open({ encoding: null })
slave.setRawMode(true)
slave.pause()
master.on('error', () => process.exit(0))
process.on('disconnect', () => process.exit(0))

const modes: Readonly<Record<string, () => void>> = {
  echo: () => void master.on('data', (bytes: Buffer) => master.write(bytes)),
  controller: () => {
    const firmware = loadFirmware(wasm, 77)
    const plant = new BenchPlant()
    const answer = (): void => {
      const bytes = firmware.tx()
      if (bytes.length > 0) master.write(bytes)
    }
    let drive = firmware.tick(plant.step(AT_REST))
    let last = performance.now()
    master.on('data', (bytes: Buffer) => {
      firmware.rx(bytes)
      answer()
    })
    setInterval(() => {
      for (; performance.now() - last >= 1; last++) drive = firmware.tick(plant.step(drive))
      answer()
    }, 1)
  },
  // a line at 921 600 baud that is never idle, from the first byte that the host says
  telemetry: () => {
    const frames = telemetryFrames(LINE_BYTES_PER_S / 100)
    let [sent, next] = [0, 0]
    master.once('data', () => {
      const begun = performance.now()
      setInterval(() => {
        for (; sent < ((performance.now() - begun) / 1000) * LINE_BYTES_PER_S; next++) {
          const frame = frames[next % frames.length] as Uint8Array
          master.write(frame)
          sent += frame.length
        }
      }, 1)
    })
  },
}
modes[process.argv[2] ?? '']?.()
process.send?.(_pty)
