import type { CameraModel } from '#base/camera-model.js'
import { SideProcess, type SideProblem } from '#adapters/side-process/side-process.js'
import type { Camera, Frame } from '#learning/ports.js'
import { HomeCamera, homeFrame } from '#simulation/camera/home-camera.js'
import type { HomeWorld } from '#simulation/home/home.js'
import type { WorldAnswer, WorldJob } from './jobs.js'

/** Drawing takes half a second on a core of 2023, ms */
const LIVE_LIMIT_MS = 10_000
/** where time stands still meanwhile: a busy computer may take this long, ms */
const WAITED_LIMIT_MS = 120_000
const HEAP_MIB = 256

export interface DrawnHomeOptions {
  /** time goes on while a picture is drawn: one that does not come in time is left out */
  readonly live: boolean
  /** hears of each picture that is left out */
  readonly tell: (text: string) => void
  /** how long its process may take for a picture, ms */
  readonly limitMs?: number
}

/**
 * The camera of a home, whose pictures are drawn in a process of their own, since the reflex loop would miss 25 turns
 * for each. Where time stands still no picture is left out, however busy the computer is: one that the process did not
 * draw is drawn here, so that the same run has the same pictures.
 */
export class DrawnHome implements Camera {
  readonly #home: HomeWorld
  readonly #seed: number
  readonly #options: DrawnHomeOptions
  readonly #side: SideProcess<WorldJob, WorldAnswer>
  readonly #near: HomeCamera
  #count = 0

  constructor(home: HomeWorld, seed: number, options: DrawnHomeOptions) {
    this.#home = home
    this.#seed = seed
    this.#options = options
    this.#near = new HomeCamera(home, 'overview', seed)
    this.#side = new SideProcess({
      program: 'program',
      caller: import.meta.url,
      limitMs: options.limitMs ?? (options.live ? LIVE_LIMIT_MS : WAITED_LIMIT_MS),
      maxQueued: 4,
      heapMiB: HEAP_MIB,
      report: () => undefined,
    })
  }

  get model(): CameraModel {
    return this.#near.model
  }

  /**
   * The picture shows the moment of the call.
   * @throws Error where time goes on and the picture is left out; `tell` has heard of it
   */
  async capture(): Promise<Frame> {
    const id = `overview-${String(this.#count++).padStart(4, '0')}`
    const { now } = this.#home
    const drawn = await this.#drawnAside(id, now)
    if (typeof drawn !== 'string') return drawn
    if (!this.#options.live) return homeFrame(this.#home, 'overview', this.#seed, id)
    this.#options.tell(`picture ${id} of second ${Math.round(now / 1000)} is left out: ${drawn}`)
    throw new Error(`the picture could not be drawn: ${drawn}`)
  }

  close(): void {
    this.#side.close()
  }

  /** why there is no picture, if there is none */
  async #drawnAside(id: string, now: number): Promise<Frame | string> {
    const scene = this.#home.scene()
    const job = { kind: 'picture', scene, now, picture: 'overview', seed: this.#seed, id } as const
    const answer = await this.#side.ask(job, 1)
    if (!answer.ok) return PROBLEMS[answer.error]
    if (!answer.value.ok) return answer.value.error
    return answer.value.value.kind === 'picture' ? answer.value.value.frame : PROBLEMS.ended
  }
}

const PROBLEMS: Readonly<Record<SideProblem, string>> = {
  busy: 'too many others wait to be drawn',
  'too-slow': 'drawing it took too long',
  ended: 'the process that draws has ended',
}
