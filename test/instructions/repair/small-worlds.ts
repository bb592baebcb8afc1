import { must } from '#base/result.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'

/** A task in a world that is written down in a test. */
export function smallTask(
  world: string,
  goals: readonly string[],
  never: readonly string[] = [],
): TaskDomain {
  const domain = must(parseDomainText(world, 'world.yaml'), 'the world')
  const data = {
    task: 'order',
    text: 'an order',
    goals: goals.map((holds) => ({ text: holds, holds })),
    ...(never.length > 0 && { never: never.map((holds) => ({ text: holds, holds })) }),
  }
  return withTask(
    domain,
    must(
      taskFrom(data, () => undefined, domain),
      'the task',
    ),
  )
}

/** Some facts otherwise. */
export const but = (state: Fluents, changes: Readonly<Record<string, string | boolean>>): Fluents =>
  new Map([...state, ...Object.entries(changes)])

/**
 * Two boxes on a floor with places, a gripper that takes them from above or from the side, a stick to push with, and
 * lids that may be locked: each way to repair something has a use here.
 */
export const STORE = `
domain: store
text: a robot moves boxes
types:
  box: [red, blue]
  spot: [left, right, shelf]
  stick: [rod]
  way: [above, side]
state:
  place(box): { text: where a box is, is: spot, start: { red: left, blue: right } }
  held(box): { text: whether it is in the gripper, is: bool, start: false }
  rod_held: { text: whether the rod is in the gripper, is: bool, start: false }
  heavy(box): { text: whether a box is heavy, is: bool, start: false }
  full(spot): { text: whether a spot has no room, is: bool, start: false }
definitions:
  free: not rod_held and not exists ?b in box (held(?b))
skills:
  Pick:
    text: take a box
    ports:
      box: { is: box, text: which }
      way: { is: way, text: from where, default: above }
    done: held(?box)
    checks:
      - { id: free, text: the gripper is free, holds: free }
      - { id: light, text: the box is not heavy, holds: not heavy(?box) }
    effect: ['held(?box) := true']
    expected: [{ text: 'the {?box} box is held', holds: held(?box) }]
    fails: FAILS
  Put:
    text: put a box down
    ports:
      box: { is: box, text: which }
      spot: { is: spot, text: where }
    done: place(?box) = ?spot and not held(?box)
    checks:
      - { id: held, text: it is held, holds: held(?box) }
      - { id: empty, text: no other box is there, holds: 'forall ?o in box (place(?o) = ?spot implies ?o = ?box)' }
    effect: ['held(?box) := false', 'place(?box) := ?spot']
    expected: [{ text: 'the {?box} box is at the {?spot}', holds: place(?box) = ?spot }]
  Push:
    text: push a box
    ports:
      box: { is: box, text: which }
      spot: { is: spot, text: where to }
    done: place(?box) = ?spot
    checks:
      - { id: not-up, text: nothing is pushed onto the shelf, holds: ?spot != shelf }
      - { id: on-floor, text: it is not held, holds: not held(?box) }
      - { id: empty, text: no other box is there, holds: 'forall ?o in box (place(?o) = ?spot implies ?o = ?box)' }
    effect: ['place(?box) := ?spot']
    expected: [{ text: 'the {?box} box is at the {?spot}', holds: place(?box) = ?spot }]
  Weigh:
    text: look whether a box is heavy
    ports:
      box: { is: box, text: which }
    done: known(heavy(?box))
    checks: [{ id: free, text: the gripper is free, holds: free }]
    effect: []
    observes: [heavy(?box)]
    expected: [{ text: 'it is known', holds: known(heavy(?box)) }]
`
