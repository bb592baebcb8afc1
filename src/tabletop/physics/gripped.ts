import type { MainModule, MjData, MjModel } from '@mujoco/mujoco'

/** Whether both fingers touch a thing now: what only stands between them, or near them, is not held. */
export function isGripped(mujoco: MainModule, model: MjModel, data: MjData, item: string): boolean {
  const idOf = (part: string): number => mujoco.mj_name2id(model, PART, part)
  const touching = partsTouching(model, data, idOf(`${item}_item`))
  return ['left_finger', 'right_finger'].every((finger) => touching.has(idOf(finger)))
}

/** mjOBJ_BODY (mjmodel.h) */
const PART = 1

/** The parts of the scene, by MuJoCo's number, that touch this one. */
function partsTouching(model: MjModel, data: MjData, part: number): ReadonlySet<number> {
  const { geom_bodyid } = model as unknown as Record<'geom_bodyid', Int32Array>
  const touching = new Set<number>()
  const { contact } = data
  for (let index = 0; index < contact.size(); index++) {
    const each = contact.get(index)
    if (each === undefined) continue
    const [a, b] = [geom_bodyid[each.geom1], geom_bodyid[each.geom2]]
    if (a === part && b !== undefined) touching.add(b)
    if (b === part && a !== undefined) touching.add(a)
    each.delete()
  }
  contact.delete()
  return touching
}
