import type { MainModule, MjModel } from '@mujoco/mujoco'
import { forward, type Joints } from '../arm/kinematics.js'
import { add, quaternionOf, times, turn } from '../arm/pose.js'
import { Geoms } from '../physics/geoms.js'
import { ImaginedScene } from '../physics/imagined-scene.js'
import { ITEMS } from '../scene/items.js'
import type { KnownScene } from './known-scene.js'

/** A motion to be judged: the joint angles on the way, and how far the gripper is open, metres. */
export interface Sweep {
  readonly path: readonly Joints[]
  readonly opening: number
  /** items and parts of closures that it may come near, since it is to touch them */
  readonly except?: readonly string[]
}

/** How close the arm comes to what is known, metres, and what that is. */
export interface Closest {
  readonly distance: number
  readonly what: string
}

/**
 * Judges motions before they are made, in a copy of the scene in which things are where they were seen. What nobody
 * has seen is not in it: that is what the limit on forces is for.
 */
export class Clearance {
  readonly #geoms: Geoms
  readonly #scene: ImaginedScene
  readonly #names: readonly string[]

  /** @param model whose scene it is; its copy of the state is its own */
  constructor(mujoco: MainModule, model: MjModel) {
    this.#geoms = new Geoms(mujoco, model)
    this.#scene = new ImaginedScene(mujoco, model)
    this.#names = Array.from({ length: model.ngeom }, (_, geom) => {
      const part = this.#geoms.partName(geom)
      return part.replace(/_(item|part)$/, '').replace('world', 'table')
    })
  }

  /** @param within what is farther is not told apart, metres */
  closest({ path, opening, except = [] }: Sweep, known: KnownScene, within = 0.05): Closest {
    const [first] = path
    if (first === undefined) return { distance: within, what: 'nothing' }
    const scene = this.#scene
    // fingers that hold something are told to close, and cannot
    const apart = Math.max(opening, known.heldWidth)
    scene.putAll({ joints: first, opening: apart, slides: known.slides })
    this.#putItems(known)
    const { geom_xpos: at } = scene.data as unknown as Record<'geom_xpos', Float64Array>
    const held = known.held?.item
    const moving = this.#touching((name, arm) => arm || name === held)
    const others = this.#touching((name, arm) => !arm && name !== held && !except.includes(name))
    let closest: Closest = { distance: within, what: 'nothing' }
    for (const joints of path) {
      scene.putArm(joints)
      this.#carry(known, joints)
      scene.refresh()
      for (const part of moving)
        for (const other of others) {
          const distance = this.#geoms.distance(scene.data, at, [part, other], closest.distance)
          if (distance < closest.distance) closest = { distance, what: this.#names[other] ?? 'something' }
        }
    }
    return closest
  }

  close(): void {
    this.#scene.close()
    this.#geoms.close()
  }

  /** Things where they were seen, and out of the way what was not. */
  #putItems(known: KnownScene): void {
    ITEMS.forEach(({ name }, index) => {
      const seen = known.items.get(name)
      const [x, y, z] = seen?.position ?? [5, index, 5]
      const turned = known.yaw(name) / 2
      this.#scene.put(name, x, y, z, Math.cos(turned), 0, 0, Math.sin(turned))
    })
  }

  #carry({ held }: KnownScene, joints: Joints): void {
    if (held === undefined) return
    const { position, rotation } = forward(joints)
    const at = add(position, turn(rotation, held.offset))
    this.#scene.put(held.item, ...at, ...quaternionOf(times(rotation, held.turned)))
  }

  #touching(wanted: (name: string, arm: boolean) => boolean): number[] {
    return Array.from({ length: this.#geoms.count }, (_, geom) => geom).filter(
      (geom) =>
        this.#geoms.touching[geom] === true &&
        !this.#isBase(geom) &&
        wanted(this.#names[geom] ?? '', this.#geoms.arm.includes(geom)),
    )
  }

  /** The foot of the arm stands on the table, and its turret on the foot. */
  #isBase(geom: number): boolean {
    return ['arm_base', 'turret'].includes(this.#names[geom] ?? '')
  }
}
