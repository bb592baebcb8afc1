import type { FieldMap } from '#base/field-map.js'
import type { EndReason } from '#learning/episode.js'
import type { Critic } from '#learning/critic/critic.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import type { CriticMode } from '#learning/critic/report.js'
import type { Camera, Frame } from '#learning/ports.js'
import type { World } from '#simulation/field/world/world.js'
import { initialBelief } from '#twin/field/belief.js'
import type { FaultEvent } from '#simulation/field/world/faults.js'
import type { Moment } from './moment.js'

/**
 * Stands beside an episode and notes how the world really is whenever the critic is asked. Give `eye` to the virtual
 * body and `listen(critic)` to the episode; `moments` are there when it is over. One witness an episode.
 */
export class WorldProbe {
  readonly #map: FieldMap
  readonly #moments: Moment[] = []
  readonly #looks = new Map<string, Look>()
  #world: World | undefined

  constructor(map: FieldMap) {
    this.#map = map
  }

  get moments(): readonly Moment[] {
    return this.#moments
  }

  get faults(): readonly FaultEvent[] {
    return this.#world?.faultLog ?? []
  }

  /** @param pictures `drawn`: as the robot's own camera; `blank`: nobody looks, so nothing is rendered */
  eye(pictures: 'drawn' | 'blank'): (world: World, camera: Camera) => Camera {
    return (world, camera) => {
      this.#world = world
      const own = pictures === 'drawn' ? camera : blankCamera(camera)
      return {
        model: camera.model,
        capture: async () => {
          // read before the first await: the world goes on afterwards
          const look = lookAt(world)
          const frame = await own.capture()
          this.#looks.set(frame.id, look)
          return frame
        },
      }
    }
  }

  /** The same critic, overheard. A report whose picture failed leaves no moment. */
  listen(critic: Critic<Evidence>): Critic<Evidence> {
    const nothing: Evidence = { world: initialBelief(this.#map), held: '0000' }
    return {
      initial: (input) => {
        this.#note(input.frame, { mode: 'initial', step: 0, evidence: nothing, traceLength: 0 })
        return critic.initial(input)
      },
      intermediate: (input) => {
        const { step, evidence, trace } = input
        this.#note(input.frame, { mode: 'intermediate', step, evidence, traceLength: trace.length })
        return critic.intermediate(input)
      },
      final: (input) => {
        const { evidence, trace } = input
        const endReason = input.endReason as EndReason
        this.#note(input.frame, { mode: 'final', step: 0, evidence, traceLength: trace.length, endReason })
        return critic.final(input)
      },
    }
  }

  #note(frame: Frame | null, input: ReportInput): void {
    const look = frame === null ? undefined : this.#looks.get(frame.id)
    if (look !== undefined) this.#moments.push({ ...input, ...look })
  }
}

type Look = Pick<Moment, 'scene' | 'blocks' | 'faultCount'>

interface ReportInput {
  readonly mode: CriticMode
  readonly step: number
  readonly evidence: Evidence
  readonly traceLength: number
  readonly endReason?: EndReason
}

const lookAt = (world: World): Look => ({
  scene: world.scene(),
  blocks: world.blocks().map((block) => ({ ...block })),
  faultCount: world.faultLog.length,
})

/** Pictures of nothing that pass for pictures: of the right size, neither dark nor flat, no two alike in a row. */
function blankCamera({ model }: Camera): Camera {
  let count = 0
  return {
    model,
    capture: () => {
      const n = count++
      const id = `f${String(n).padStart(4, '0')}`
      const rgb = blankPicture(model.width, model.height, n % 2)
      return Promise.resolve({ id, t: Infinity as Frame['t'], width: model.width, height: model.height, rgb })
    },
  }
}

const blanks = new Map<string, Uint8Array>()

function blankPicture(width: number, height: number, first: number): Uint8Array {
  const name = `${width}x${height}/${first}`
  const made =
    blanks.get(name) ?? Uint8Array.from({ length: 3 * width * height }, (_, i) => 80 + ((i * 7) % 90))
  made[0] = first
  blanks.set(name, made)
  return made
}
