import type { MainModule, MjModel } from '@mujoco/mujoco'
import { createRenderer } from '#simulation/render/renderer.js'
import type { CameraView, Picture, RenderOptions } from '#simulation/render/scene.js'
import { ImaginedScene, type Imagined } from '../physics/imagined-scene.js'
import { ITEMS } from '../scene/items.js'
import { geomsOf } from './geoms-of.js'

/** The driver's own drawing of its cell: what its camera would see if no thing were there. */
export class CellModel {
  readonly #mujoco: MainModule
  readonly #model: MjModel
  readonly #scene: ImaginedScene
  readonly #renderer = createRenderer()
  #last: { readonly key: string; readonly picture: Picture } | undefined

  constructor(mujoco: MainModule, model: MjModel) {
    this.#mujoco = mujoco
    this.#model = model
    this.#scene = new ImaginedScene(mujoco, model)
    ITEMS.forEach(({ name }, index) => this.#scene.put(name, 9, index, -9))
  }

  /** Distances along the optical axis, pixel by pixel, metres. @param felt as for `draw` */
  depth(view: CameraView, felt: Imagined): Float32Array {
    return this.#draw(view, felt, { colours: false }).depth
  }

  /**
   * The picture of the empty cell, without shadows.
   * @param felt the arm as its joints feel it, and the closures as they were seen
   */
  draw(view: CameraView, felt: Imagined): Picture {
    return this.#draw(view, felt, { shadows: false })
  }

  #draw(view: CameraView, felt: Imagined, options: RenderOptions): Picture {
    const { joints, opening, slides } = felt
    const key = [...Object.keys(options), ...joints, opening, ...[...slides].flat()]
      .map((value) => (typeof value === 'number' ? value.toFixed(3) : value))
      .join()
    if (this.#last?.key === key) return this.#last.picture
    this.#scene.putAll(felt)
    this.#scene.refresh()
    const scene = { geoms: geomsOf(this.#model, this.#scene.data) }
    const picture = this.#renderer.render(scene, view, options)
    this.#last = { key, picture }
    return picture
  }

  /** The number of a geom with a name. */
  geom(name: string): number {
    return this.#mujoco.mj_name2id(this.#model, GEOM, name)
  }

  close(): void {
    this.#scene.close()
  }
}

/** mjOBJ_GEOM (mjmodel.h) */
const GEOM = 5
