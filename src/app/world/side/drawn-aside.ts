import type { CameraModel } from '#base/camera-model.js'
import { SideProcess, type SideProblem } from '#adapters/side-process/side-process.js'
import type { Camera, Frame } from '#learning/ports.js'
import type { WorldAnswer, WorldJob } from './jobs.js'

/** Drawing takes half a second on a core of 2023, ms */
const LIVE_LIMIT_MS = 10_000
/** where time stands still meanwhile: a busy computer may take this long, ms */
const WAITED_LIMIT_MS = 120_000
const HEAP_MIB = 256

/** What a camera of a simulation shows, so that another process can draw it. */
export interface View {
  /** the name of the simulation: its `draw` draws the moments */
  readonly simulation: string
  /** ids of pictures begin with it */
  readonly picture: string
  readonly model: CameraModel
  /** the time of the world, ms */
  readonly now: number
  /** this moment as data that can be sent to another process; later where the world is in a thread of its own */
  moment(id: string): unknown
  /** Draws it here: for when the other process did not. */
  draw(moment: unknown): Frame
}

export interface DrawnAsideOptions {
  /** time goes on while a picture is drawn: one that does not come in time is left out */
  readonly live: boolean
  /** hears of each picture that is left out */
  readonly tell: (text: string) => void
  /** how long its process may take for a picture, ms */
  readonly limitMs?: number
}

/**
 * A camera of a simulation, whose pictures are drawn in a process of their own, since the reflex loop would miss
 * 25 turns for each. Where time stands still no picture is left out, however busy the computer is: one that the process
 * did not draw is drawn here, so that the same run has the same pictures.
 */
export class DrawnAside implements Camera {
  readonly #view: View
  readonly #options: DrawnAsideOptions
  readonly #side: SideProcess<WorldJob, WorldAnswer>
  #count = 0

  constructor(view: View, options: DrawnAsideOptions) {
    this.#view = view
    this.#options = options
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
    return this.#view.model
  }

  /**
   * The picture shows the moment of the call.
   * @throws Error where time goes on and the picture is left out; `tell` has heard of it
   */
  async capture(): Promise<Frame> {
    const id = `${this.#view.picture}-${String(this.#count++).padStart(4, '0')}`
    const { now } = this.#view
    const drawn = await this.#drawn(id)
    if (typeof drawn !== 'string') return drawn
    this.#options.tell(`picture ${id} of second ${Math.round(now / 1000)} is left out: ${drawn}`)
    throw new Error(`the picture could not be drawn: ${drawn}`)
  }

  close(): void {
    this.#side.close()
  }

  /** why there is no picture, if there is none */
  async #drawn(id: string): Promise<Frame | string> {
    let moment: unknown
    try {
      moment = await this.#view.moment(id)
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause)
    }
    const drawn = await this.#drawnAside(moment)
    return typeof drawn === 'string' && !this.#options.live ? this.#view.draw(moment) : drawn
  }

  async #drawnAside(moment: unknown): Promise<Frame | string> {
    const job = { kind: 'picture', simulation: this.#view.simulation, moment } as const
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
