/** One complete JPEG from a stream, with the size given in its header. */
export interface Jpeg {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Upper limit of one picture, bytes: Full HD at the best quality takes a quarter of it. */
export const MAX_JPEG_BYTES = 4 * 1024 * 1024

/**
 * Splits a stream of JPEGs into pictures. It follows the segments from marker to marker (ITU-T T.81, annex B), because
 * the bytes of "end of image" may occur inside a segment, where cameras embed thumbnails. Corrupt data is skipped up to
 * the next picture; memory stays below twice the longest picture.
 */
export class JpegSplitter {
  #bytes = new Uint8Array(64 * 1024)
  /** the buffered bytes are `start` to `end`; a picture begins at `start` */
  #start = 0
  #end = 0
  /** parsed up to here; -1: no picture has begun */
  #at = -1
  #inScan = false
  #scans = 0
  #size: Pick<Jpeg, 'width' | 'height'> | undefined
  #skipped = 0

  /** Bytes that belonged to no complete picture. */
  get skipped(): number {
    return this.#skipped
  }

  /** Takes the next chunk of the stream. @returns the pictures it completes, oldest first */
  push(chunk: Uint8Array): Jpeg[] {
    const found: Jpeg[] = []
    // in pieces, so that one huge chunk cannot inflate the buffer
    for (let from = 0; from < chunk.length; from += MAX_JPEG_BYTES) {
      this.#append(chunk.subarray(from, from + MAX_JPEG_BYTES))
      for (let jpeg = this.#next(); jpeg !== undefined; jpeg = this.#next()) found.push(jpeg)
      if (this.#end - this.#start > MAX_JPEG_BYTES) this.#drop(this.#end)
    }
    return found
  }

  #append(chunk: Uint8Array): void {
    const kept = this.#end - this.#start
    if (this.#end + chunk.length > this.#bytes.length) {
      const room = kept + chunk.length
      const to =
        room > this.#bytes.length ? new Uint8Array(Math.max(room, 2 * this.#bytes.length)) : this.#bytes
      to.set(this.#bytes.subarray(this.#start, this.#end))
      this.#bytes = to
      this.#at = this.#at < 0 ? -1 : this.#at - this.#start
      this.#start = 0
      this.#end = kept
    }
    this.#bytes.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** Parses on. @returns the next complete picture; `undefined` when more bytes are needed */
  #next(): Jpeg | undefined {
    for (;;) {
      if (this.#at < 0 && !this.#seek()) return undefined
      const step = this.#inScan ? this.#scan() : this.#segment()
      if (step === 'more') return undefined
      if (step === 'end') {
        const jpeg = this.#take()
        if (jpeg !== undefined) return jpeg
      }
    }
  }

  /** Seeks the next start of image that is followed by a marker. @returns false when there is none yet */
  #seek(): boolean {
    const { bytes, end } = { bytes: this.#bytes, end: this.#end }
    let at = this.#find(this.#start)
    while (at + 2 < end && !(bytes[at + 1] === SOI && bytes[at + 2] === 0xff)) at = this.#find(at + 1)
    this.#drop(at)
    if (at + 2 >= end) return false
    this.#at = at + 2
    return true
  }

  /** Parses one marker and its segment. */
  #segment(): Step {
    const at = this.#at
    if (at + 1 >= this.#end) return 'more'
    if (this.#bytes[at] !== 0xff) return this.#broken(this.#start + 2)
    const marker = this.#bytes[at + 1] as number
    if (marker === 0xff) return this.#move(at + 1)
    if (marker === EOI) return 'end'
    // the previous picture was truncated
    if (marker === SOI) return this.#broken(at)
    if (marker === TEM || isRestart(marker)) return this.#move(at + 2)
    if (marker < FIRST_SEGMENT) return this.#broken(this.#start + 2)
    if (at + 3 >= this.#end) return 'more'
    const length = this.#word(at + 2)
    if (length < 2) return this.#broken(this.#start + 2)
    if (isFrame(marker)) {
      if (at + 8 >= this.#end) return 'more'
      this.#size = { height: this.#word(at + 5), width: this.#word(at + 7) }
    }
    this.#inScan = marker === SOS
    if (this.#inScan) this.#scans++
    return this.#move(at + 2 + length)
  }

  /** Scans the entropy-coded data up to the next marker. */
  #scan(): Step {
    let at = this.#find(this.#at)
    while (at + 1 < this.#end) {
      const next = this.#bytes[at + 1] as number
      if (next !== 0 && next !== 0xff && !isRestart(next)) {
        this.#inScan = false
        return this.#move(at)
      }
      at = this.#find(next === 0xff ? at + 1 : at + 2)
    }
    // a segment may extend beyond the buffered bytes
    this.#at = Math.max(this.#at, at)
    return 'more'
  }

  #take(): Jpeg | undefined {
    const end = this.#at + 2
    const size = this.#size
    const whole = size !== undefined && size.width > 0 && size.height > 0 && this.#scans > 0
    const bytes = this.#bytes.slice(this.#start, end)
    if (whole) this.#skipped -= bytes.length
    this.#drop(end)
    return whole ? { bytes, ...size } : undefined
  }

  #move(to: number): Step {
    this.#at = to
    return to - this.#start > MAX_JPEG_BYTES ? this.#broken(this.#start + 2) : 'on'
  }

  #broken(from: number): Step {
    this.#drop(from)
    return 'on'
  }

  /** Discards everything before `to`, and the picture being parsed. */
  #drop(to: number): void {
    this.#skipped += to - this.#start
    this.#start = to
    this.#at = -1
    this.#inScan = false
    this.#scans = 0
    this.#size = undefined
  }

  /** index of the next 0xFF; the end when there is none */
  #find(from: number): number {
    const at = from >= this.#end ? -1 : this.#bytes.indexOf(0xff, from)
    return at < 0 || at >= this.#end ? this.#end : at
  }

  #word(at: number): number {
    return ((this.#bytes[at] as number) << 8) | (this.#bytes[at + 1] as number)
  }
}

type Step = 'on' | 'more' | 'end'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const TEM = 0x01
/** SOF0: markers below it are reserved and never occur in a picture */
const FIRST_SEGMENT = 0xc0

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/** SOF0 to SOF15, without DHT, JPG and DAC, which lie in the same range. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
