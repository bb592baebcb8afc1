import type { MainModule } from '@mujoco/mujoco'
import { stream, type Rng } from '#base/random.js'
import { createRenderer } from '#simulation/render/renderer.js'
import type { CameraView, Geom, Picture } from '#simulation/render/scene.js'
import type { Imagined } from '../physics/imagined-scene.js'
import type { Physics } from '../physics/physics.js'
import type { SeenPose } from '../planning/known-scene.js'
import { BUTTONS, lamp } from '../scene/buttons.js'
import type { Colour } from '../scene/solid.js'
import { CellModel } from './cell-model.js'
import { closuresSeen } from './closures-seen.js'
import { clustersOf } from './clusters.js'
import { geomsOf } from './geoms-of.js'
import { itemsSeen } from './items-seen.js'
import { hung, MAST } from './mast-camera.js'
import { measureDepth, Rgbd } from './rgbd.js'

/** What one look at the table shows. */
export interface Seen {
  readonly items: ReadonlyMap<string, SeenPose>
  /** how far each closure is open; absent where its handle is hidden */
  readonly slides: ReadonlyMap<string, number>
  /** whether each lamp is on; absent where it is hidden */
  readonly lit: ReadonlyMap<string, boolean>
  readonly rgbd: Rgbd
}

/**
 * The camera on the mast and what the driver reads from its pictures, colour and depth. It knows its cell: what stands
 * out from the empty cell is a thing, and which one tell its colour and its size.
 */
export class Sight {
  readonly #physics: Physics
  readonly #cell: CellModel
  readonly #renderer = createRenderer()
  readonly #view: CameraView
  readonly #rng: Rng
  #looks = 0

  /** @param seed of how the camera hangs and of the sensor's noise */
  constructor(mujoco: MainModule, physics: Physics, seed: string) {
    this.#physics = physics
    this.#cell = new CellModel(mujoco, physics.model)
    this.#view = hung(MAST, stream(seed, 'mast'))
    this.#rng = stream(seed, 'depth')
  }

  look(felt: Imagined, lit: ReadonlySet<string>): Seen {
    const picture = this.take(this.#view, lit)
    measureDepth(picture.depth, this.#rng)
    const rgbd = new Rgbd(picture, MAST)
    const slides = closuresSeen(rgbd)
    const empty = this.#cell.depth(MAST, { ...felt, slides: new Map([...felt.slides, ...slides]) })
    rgbd.placeBy(empty)
    return {
      items: itemsSeen(clustersOf(rgbd, empty)),
      slides,
      lit: lampsSeen(rgbd),
      rgbd,
    }
  }

  /** A picture of what is so, with the sensor's noise. @param lit the buttons whose lamps are on */
  take(view: CameraView, lit: ReadonlySet<string>): Picture {
    const noise = { seed: this.#looks++, sigma: 2 }
    return this.#renderer.render({ geoms: this.geoms(lit) }, view, { noise })
  }

  /** Everything that can be drawn, as it is now. @param lit the buttons whose lamps are on */
  geoms(lit: ReadonlySet<string>): Geom[] {
    const { model, data } = this.#physics
    const shining = new Map(
      BUTTONS.map((button): [number, Colour] => [
        this.#cell.geom(lamp(button).name ?? ''),
        lit.has(button.name) ? ON : OFF,
      ]),
    )
    return geomsOf(model, data, shining)
  }

  close(): void {
    this.#cell.close()
  }
}

const ON: Colour = [1, 0.95, 0.45]
const OFF: Colour = [0.15, 0.15, 0.12]

function lampsSeen(rgbd: Rgbd): Map<string, boolean> {
  return new Map(
    BUTTONS.flatMap((button): [string, boolean][] => {
      const { at } = lamp(button)
      const top = [at[0], at[1], at[2] + 0.002] as const
      const colour = rgbd.colour(top)
      const isHidden = Math.abs(rgbd.before(top) ?? 1) > LEVEL
      return colour === undefined || isHidden
        ? []
        : [[button.name, colour[0] > 120 && colour[0] > 1.3 * colour[2]]]
    }),
  )
}

/** What is seen of a lamp is at its height within this, metres. */
const LEVEL = 0.008
