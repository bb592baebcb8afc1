import type { Clock } from '#base/clock.js'
import type { Rng } from '#base/random.js'
import { BackOff } from './back-off.js'
import { startCamera, type CameraProcess } from './camera-process.js'
import { ffmpegArguments, type FfmpegInput, type PictureSize } from './ffmpeg-arguments.js'
import { JpegSplitter, type Jpeg } from './jpeg-splitter.js'

/** The camera to keep alive. */
export interface CameraSource extends PictureSize {
  /** name used in reports: `v4l2 /dev/…`, `test picture` */
  readonly source: string
  /**
   * Finds the input; called before each start, because a camera may come back under another name. `undefined`: no
   * device found
   */
  readonly find: () => Promise<FfmpegInput | undefined>
  /** after this long without a picture the camera is stale and its process is restarted */
  readonly staleMs: number
  /** timestamps pictures on arrival: monotonic milliseconds */
  readonly clock: Clock
}

interface SupervisorOptions extends CameraSource {
  readonly rng: Rng
  readonly program: string
  readonly report: (text: string) => void
  readonly onJpeg: (jpeg: Jpeg) => void
}

/** Time allowed for a camera to deliver its first picture, ms. */
const WAKE_MS = 5000
/** A process that still delivers pictures this long after its start is healthy and resets the back-off, ms. */
const GOOD_MS = 5000

/**
 * Keeps a camera process alive: starts it, watches that pictures arrive, kills a process that hangs, backs off between
 * restarts, and looks the device up again before each start.
 */
export class CameraSupervisor {
  readonly #options: SupervisorOptions
  readonly #backOff: BackOff
  readonly #watch: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #process: CameraProcess | undefined
  #starting: Promise<void>
  #state: 'starting' | 'running' | 'waiting' | 'closed' = 'starting'
  #why = 'the camera is being started'
  #stalled = false
  #starts = 0
  #startedAt = 0
  #lastAt: number | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#backOff = new BackOff(options.rng)
    this.#watch = setInterval(() => this.#look(), Math.max(20, options.staleMs / 4)).unref()
    this.#starting = this.#begin()
  }

  get state(): 'starting' | 'running' | 'waiting' | 'closed' {
    return this.#state
  }

  /** number of restarts */
  get restarts(): number {
    return Math.max(0, this.#starts - 1)
  }

  /** why there is no picture, if known */
  get why(): string {
    return this.#why
  }

  /** @returns once the process has exited */
  async close(): Promise<void> {
    this.#state = 'closed'
    clearInterval(this.#watch)
    clearTimeout(this.#timer)
    this.#process?.kill()
    await this.#starting
    await this.#process?.ended
  }

  /** Never rejects: a machine that has run out of processes or file descriptors may recover later. */
  async #begin(): Promise<void> {
    try {
      await this.#start()
    } catch (error) {
      this.#again(error instanceof Error ? error.message : String(error))
    }
  }

  async #start(): Promise<void> {
    const { find, program, onJpeg, clock } = this.#options
    const input = await find()
    if (this.#isClosed()) return
    if (input === undefined) return this.#again('the device was not found')
    const splitter = new JpegSplitter()
    this.#stalled = false
    this.#lastAt = undefined
    this.#startedAt = clock.now()
    this.#starts++
    const own: CameraProcess = startCamera(program, ffmpegArguments(input, this.#options), (bytes) => {
      if (this.#process !== own || this.#isClosed()) return
      for (const jpeg of splitter.push(bytes)) {
        this.#fresh()
        onJpeg(jpeg)
      }
    })
    this.#process = own
    this.#state = 'running'
    void own.ended.then((why) => this.#ended(why))
  }

  #fresh(): void {
    const { clock, source, report } = this.#options
    const now = clock.now()
    if (this.#lastAt === undefined) report(`${source}: receiving pictures`)
    this.#lastAt = now
    this.#why = 'no picture since then'
    if (now - this.#startedAt > GOOD_MS) this.#backOff.reset()
  }

  /** Kills a process that is alive but delivers no pictures. */
  #look(): void {
    if (this.#state !== 'running' || this.#stalled) return
    const { clock, staleMs } = this.#options
    const since = this.#lastAt ?? this.#startedAt
    const patience = this.#lastAt === undefined ? Math.max(WAKE_MS, staleMs) : staleMs
    const silent = clock.now() - since
    if (silent <= patience) return
    this.#stalled = true
    this.#why = `no picture for ${Math.round(silent)} ms`
    this.#process?.kill()
  }

  #ended(why: string): void {
    this.#again(this.#stalled ? this.#why : why)
  }

  #again(why: string): void {
    if (this.#isClosed()) return
    const { source, report } = this.#options
    const wait = this.#backOff.next()
    if (why !== this.#why || this.#lastAt !== undefined) report(`${source}: ${why}`)
    this.#lastAt = undefined
    this.#why = why
    this.#state = 'waiting'
    this.#timer = setTimeout(() => {
      this.#starting = this.#begin()
    }, wait).unref()
  }

  #isClosed(): boolean {
    return this.#state === 'closed'
  }
}
