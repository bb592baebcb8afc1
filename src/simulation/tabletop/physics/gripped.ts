import type { MainModule, MjData, MjModel } from '@mujoco/mujoco'

/** Whether both fingers touch a thing now: what only stands between them, or near them, is not held. */
export function isGripped(mujoco: MainModule, model: MjModel, data: MjData, item: string): boolean {
  const { geom_bodyid } = model as unknown as Record<'geom_bodyid', Int32Array>
  const idOf = (part: string): number => mujoco.mj_name2id(model, PART, part)
  const [thing, ...fingers] = [`${item}_item`, 'left_finger', 'right_finger'].map(idOf)
  const touching = new Set<number>()
  const { contact } = data
  for (let index = 0; index < contact.size(); index++) {
    const each = contact.get(index)
    if (each === undefined) continue
    const [a, b] = [geom_bodyid[each.geom1], geom_bodyid[each.geom2]]
    if (a === thing && b !== undefined) touching.add(b)
    if (b === thing && a !== undefined) touching.add(a)
    each.delete()
  }
  contact.delete()
  return fingers.every((finger) => touching.has(finger))
}

/** mjOBJ_BODY (mjmodel.h) */
const PART = 1
