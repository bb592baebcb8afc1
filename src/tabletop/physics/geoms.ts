import type { MainModule, MjData, MjModel } from '@mujoco/mujoco'

/** The shapes of a scene: what they belong to, and how far apart two of them are. */
export class Geoms {
  readonly count: number
  /** the part of the scene that each belongs to, by MuJoCo's number; 0 is the table and all that is fixed to it */
  readonly partOf: readonly number[]
  /** parts of the arm, gripper included */
  readonly arm: readonly number[]
  readonly touching: readonly boolean[]
  readonly #mujoco: MainModule
  readonly #model: MjModel
  readonly #radius: readonly number[]
  readonly #fromTo

  constructor(mujoco: MainModule, model: MjModel) {
    this.#mujoco = mujoco
    this.#model = model
    this.#fromTo = mujoco.DoubleBuffer.FromArray([0, 0, 0, 0, 0, 0])
    const { geom_bodyid, geom_rbound, geom_contype, body_rootid } = model as unknown as Record<
      string,
      Int32Array
    >
    this.count = model.ngeom
    const all = Array.from({ length: this.count }, (_, geom) => geom)
    this.partOf = Array.from(geom_bodyid ?? [])
    this.#radius = Array.from(geom_rbound ?? [])
    this.touching = Array.from(geom_contype ?? [], (type) => type !== 0)
    const root = (geom: number): number => body_rootid?.[this.partOf[geom] ?? 0] ?? 0
    const base = mujoco.mj_name2id(model, PART, 'arm_base')
    this.arm = all.filter((geom) => root(geom) === base)
  }

  close(): void {
    this.#fromTo.delete()
  }

  /** The name of the part that a shape belongs to. */
  partName(geom: number): string {
    return this.#mujoco.mj_id2name(this.#model, PART, this.partOf[geom] ?? 0)
  }

  /**
   * How far two shapes are apart, metres; negative when they are inside each other, `within` when they are farther.
   * @param data whose positions have been computed
   * @param at the view of its `geom_xpos`
   */
  distance(data: MjData, at: Float64Array, [a, b]: readonly [number, number], within: number): number {
    const [ra = 0, rb = 0] = [this.#radius[a], this.#radius[b]]
    // the table's top is everywhere: only small shapes are told apart by their spheres
    const apart = Math.hypot(
      (at[3 * a] ?? 0) - (at[3 * b] ?? 0),
      (at[3 * a + 1] ?? 0) - (at[3 * b + 1] ?? 0),
      (at[3 * a + 2] ?? 0) - (at[3 * b + 2] ?? 0),
    )
    if (apart - ra - rb > within) return within
    return this.#mujoco.mj_geomDistance(this.#model, data, a, b, within, this.#fromTo)
  }
}

/** mjOBJ_BODY (mjmodel.h) */
const PART = 1
