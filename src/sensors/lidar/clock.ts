/**
 * From the clock of a scanner to the clock of its host, for a device that cannot be asked for its time.
 *
 * A packet cannot arrive before it was sent, so of all pairs (device's time, host's time of arrival) the earliest are
 * the right ones and all others are late: the line sought lies below all of them and touches the lower hull. Of the
 * hull's edges it is the one above the middle of the window (Moon, Skelly, Towsley, "Estimation and removal of clock
 * skew from network delay measurements", INFOCOM 1999), its slope limited to what the device's clock can do.
 */
export class DeviceClock {
  readonly #maxSkew: number
  /** the earliest arrival of each tenth of a second of the device's time, oldest first */
  #earliest: Sample[] = []
  #line: Line | undefined
  #onTimeUs = -Infinity

  /** @param maxSkew largest share by which the device's clock may be fast or slow */
  constructor(maxSkew: number) {
    this.#maxSkew = maxSkew
  }

  /** Forgets everything: the device's time has begun anew. */
  restart(): void {
    this.#earliest = []
    this.#line = undefined
    this.#onTimeUs = -Infinity
  }

  /**
   * A packet was sent at a time of the device, and at the latest at a time of the host: its arrival, less how long it
   * was on the line. µs both; a device's time that decreases has begun anew.
   */
  heard(deviceUs: number, sentUs: number): void {
    this.#watchForJump(deviceUs, sentUs)
    const offset = sentUs - deviceUs
    const last = this.#earliest.at(-1)
    if (last === undefined || slotOf(last) !== slotOf({ deviceUs, offset })) {
      this.#earliest.push({ deviceUs, offset })
      this.#earliest = this.#earliest.filter((each) => each.deviceUs > deviceUs - WINDOW_US)
    } else if (offset < last.offset) this.#earliest[this.#earliest.length - 1] = { deviceUs, offset }
    else return
    this.#line = undefined
  }

  /** The host's time of a time of the device, µs. Before anything was heard: the device's. */
  hostUs(deviceUs: number): number {
    this.#line ??= lineBelow(this.#earliest, this.#maxSkew)
    const { from, slope } = this.#line
    return deviceUs + from.offset + slope * (deviceUs - from.deviceUs)
  }

  /**
   * A quarter of a second in which nothing came when it should: not the line is late, the device's time has jumped, or
   * points were lost where points are what it is counted by. What was known before is of no use then.
   */
  #watchForJump(deviceUs: number, sentUs: number): void {
    const last = this.#earliest.at(-1)
    if (last !== undefined && deviceUs < last.deviceUs) this.restart()
    const late = this.#earliest.length > 0 && sentUs - this.hostUs(deviceUs) > LATE_US
    if (!late) this.#onTimeUs = deviceUs
    else if (deviceUs - this.#onTimeUs > PATIENCE_US) {
      this.#earliest = this.#earliest.filter((each) => each.deviceUs > this.#onTimeUs)
      this.#line = undefined
      this.#onTimeUs = deviceUs
    }
  }
}

interface Sample {
  readonly deviceUs: number
  /** host's less device's time */
  readonly offset: number
}

interface Line {
  readonly from: Sample
  /** change of the offset in a µs */
  readonly slope: number
}

const SLOT_US = 100_000
const WINDOW_US = 10_000_000
const LATE_US = 3000
const PATIENCE_US = 250_000

const slotOf = ({ deviceUs }: Sample): number => Math.floor(deviceUs / SLOT_US)

function lineBelow(samples: readonly Sample[], maxSkew: number): Line {
  const origin = samples.at(-1)
  if (origin === undefined) return { from: { deviceUs: 0, offset: 0 }, slope: 0 }
  const middle = samples.reduce((sum, each) => sum + each.deviceUs, 0) / samples.length
  const hull = lowerHull(samples)
  const right = Math.max(
    1,
    hull.findIndex((each) => each.deviceUs >= middle),
  )
  const [a, b] = [hull[right - 1], hull[right]]
  const edge = a === undefined || b === undefined ? 0 : slopeOf(a, b)
  const slope = Math.max(-maxSkew, Math.min(maxSkew, edge))
  const above = (each: Sample): number => each.offset - slope * (each.deviceUs - origin.deviceUs)
  const from = { deviceUs: origin.deviceUs, offset: Math.min(...samples.map(above)) }
  return { from, slope }
}

const slopeOf = (a: Sample, b: Sample): number => (b.offset - a.offset) / (b.deviceUs - a.deviceUs)

/** Andrew's monotone chain; the samples are in the order of time. */
function lowerHull(samples: readonly Sample[]): readonly Sample[] {
  const hull: Sample[] = []
  for (const each of samples) {
    for (;;) {
      const [a, b] = [hull.at(-2), hull.at(-1)]
      if (a === undefined || b === undefined || slopeOf(a, b) < slopeOf(b, each)) break
      hull.pop()
    }
    hull.push(each)
  }
  return hull
}
