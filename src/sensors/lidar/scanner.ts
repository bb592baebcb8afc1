import type { LaserScan } from '#localisation/ports.js'
import type { Radians } from '#base/units.js'
import { DeviceClock } from './clock.js'
import { ScannerWatch, type ScannerHealth } from './health.js'
import { Ld19Decoder } from './ld19.js'
import { denseDecoder } from './rplidar-dense.js'
import { NodeDecoder } from './rplidar-nodes.js'
import { expressScan, legacyScan, type RplidarRequest } from './rplidar-requests.js'
import { expressDecoder } from './rplidar.js'
import type { DecoderCounters, ScannerDecoder } from './scanner-point.js'
import { SweepCutter } from './sweep.js'

/** The models that can be read; the A1 with the answer that it is asked for. */
export const SCANNER_MODELS = ['ld19', 'rplidar-a1', 'rplidar-a1-legacy', 'rplidar-c1'] as const
type ScannerModel = (typeof SCANNER_MODELS)[number]

export interface ScannerOptions {
  readonly model: ScannerModel
  /** where the scanner's mark points in the robot's frame, counter-clockwise */
  readonly yaw: Radians
  /** since when it is listened to, µs of the host's clock */
  readonly startUs: number
}

/** What has become complete: turns for whoever matches scans, quarters for whoever has to stop soon. */
export interface ScannerOutput {
  readonly turns: readonly LaserScan[]
  readonly quarters: readonly LaserScan[]
}

/** A laser scanner, from its bytes to its scans and its health, for every model alike. Does no I/O itself. */
export class LaserScanner {
  /** what has to be sent to it first */
  readonly requests: readonly RplidarRequest[]
  readonly #decoder: ScannerDecoder
  readonly #turns: SweepCutter
  readonly #quarters: SweepCutter
  readonly #watch: ScannerWatch

  constructor({ model, yaw, startUs }: ScannerOptions) {
    const { decoder, clock, requests } = DRIVERS[model]()
    this.requests = requests
    this.#decoder = decoder
    this.#turns = new SweepCutter(clock, { parts: 1, yaw })
    this.#quarters = new SweepCutter(clock, { parts: 4, yaw })
    this.#watch = new ScannerWatch(startUs)
  }

  get counters(): DecoderCounters {
    return this.#decoder.counters
  }

  /**
   * @param bytes the next portion of the stream, cut anywhere, possibly damaged
   * @param arrivedUs when its last byte was there, µs of the host's clock, never decreasing; scans have the same clock
   */
  feed(bytes: Uint8Array, arrivedUs: number): ScannerOutput {
    const points = this.#decoder.feed(bytes, arrivedUs)
    if (points.length === 0) return NOTHING
    const turns = this.#turns.push(points)
    this.#watch.heard(turns, arrivedUs)
    const scans = (sweeps: typeof turns): LaserScan[] => sweeps.flatMap(({ scan }) => scan ?? [])
    return { turns: scans(turns), quarters: scans(this.#quarters.push(points)) }
  }

  health(nowUs: number): ScannerHealth {
    return this.#watch.at(nowUs)
  }
}

interface Driver {
  readonly decoder: ScannerDecoder
  readonly clock: DeviceClock
  readonly requests: readonly RplidarRequest[]
}

const NOTHING: ScannerOutput = { turns: [], quarters: [] }

/** share by which a crystal may be off, and by which a number of rays a second may differ from what is published */
const [CRYSTAL, COUNTED] = [2e-4, 0.03]

const driver = (
  skew: number,
  decoder: (clock: DeviceClock) => ScannerDecoder,
  requests: readonly RplidarRequest[] = [],
): Driver => {
  const clock = new DeviceClock(skew)
  return { clock, decoder: decoder(clock), requests }
}

const DRIVERS: Readonly<Record<ScannerModel, () => Driver>> = {
  ld19: () => driver(CRYSTAL, (clock) => new Ld19Decoder(clock)),
  'rplidar-a1': () => driver(COUNTED, expressDecoder, expressScan(0)),
  'rplidar-a1-legacy': () => driver(COUNTED, (clock) => new NodeDecoder(clock), legacyScan()),
  'rplidar-c1': () => driver(COUNTED, denseDecoder, expressScan(1)),
}
