import { axis, type Vector } from '#tabletop/arm/pose.js'
import type { Physics } from '#tabletop/physics/physics.js'
import { buttonNamed } from '#tabletop/scene/buttons.js'
import { closureNamed, moved } from '#tabletop/scene/closures.js'
import type { Task } from '../tasks/task.js'
import type { Arrangement } from './arrange.js'
import type { Gripper } from './gripper.js'
import type { SceneState } from './observation.js'

/** Reads from the physics where everything is that the task is about. */
export function sceneStateOf(
  { goal, mechanism }: Task,
  { items, joint }: Arrangement,
  { physics, gripper }: { readonly physics: Physics; readonly gripper: Gripper },
): SceneState {
  const [first, second] = items.map(({ name }) => physics.item(name))
  const opened = joint === undefined ? 0 : physics.slide(joint)
  const position = gripper.position
  const item = first?.position ?? NOWHERE
  // a stop gives way a little under force: beyond it is at it
  const stopped: Vector = [Math.min(mechanism?.opens ?? 0, Math.max(0, opened)), 0, 0]
  return {
    gripper: position,
    opening: physics.opening,
    item,
    heading: first === undefined ? NOWHERE : axis(first.rotation, 0),
    other: second?.position ?? NOWHERE,
    handle: joint === undefined ? NOWHERE : handleOf(joint, opened),
    opened,
    achieved: { gripper: position, item, mechanism: stopped }[goal.of],
  }
}

const NOWHERE: Vector = [0, 0, 0]

/** Where a closure is taken, or a button pressed. */
function handleOf(joint: string, opened: number): Vector {
  const closure = closureNamed(joint)
  if (closure !== undefined) return moved(closure, closure.handle, opened)
  const [x, y, z] = buttonNamed(joint)?.top ?? NOWHERE
  return [x, y, z - opened]
}
