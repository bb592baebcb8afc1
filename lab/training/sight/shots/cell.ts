import type { MainModule, MjModel } from '@mujoco/mujoco'
import type { Geom } from '#simulation/render/scene.js'
import { ImaginedScene } from '#tabletop/physics/imagined-scene.js'
import { Physics } from '#tabletop/physics/physics.js'
import { BUTTONS, lamp } from '#tabletop/scene/buttons.js'
import { ITEMS } from '#tabletop/scene/items.js'
import type { Colour } from '#tabletop/scene/solid.js'
import { CellModel } from '#tabletop/sight/cell-model.js'
import { geomsOf } from '#tabletop/sight/geoms-of.js'
import type { Scene } from '../scenes/scene.js'

/** The tabletop's cell as it really is, for any pose of the arm and the closures, and the driver's drawing of it. */
export class Cell {
  readonly model: CellModel
  readonly #scene: ImaginedScene
  readonly #physics: Physics

  constructor(mujoco: MainModule) {
    this.#physics = new Physics(mujoco)
    this.#scene = new ImaginedScene(mujoco, this.#physics.model)
    // its own nine things are out of the picture
    ITEMS.forEach(({ name }, index) => this.#scene.put(name, AWAY, index, -AWAY))
    this.model = new CellModel(mujoco, this.#physics.model)
  }

  /** Everything but things, as it is drawn. */
  geoms({ joints, opening, slides, lit }: Scene): Geom[] {
    this.#scene.putAll({ joints, opening, slides })
    this.#scene.refresh()
    const shining = new Map(
      BUTTONS.map((button): [number, Colour] => [
        this.model.geom(lamp(button).name ?? ''),
        lit.has(button.name) ? [1, 0.95, 0.45] : [0.15, 0.15, 0.12],
      ]),
    )
    const { model } = this.#physics as { readonly model: MjModel }
    return geomsOf(model, this.#scene.data, shining).filter(({ position }) => position[0] < AWAY / 2)
  }

  close(): void {
    this.model.close()
    this.#scene.close()
    this.#physics.close()
  }
}

const AWAY = 9
