import { maskSlots, type Mask, type Slot } from '#base/field-map.js'
import type { Course } from './drive.js'
import type { Stance } from './stance.js'
import { DOWN, GRIP, LIFTS_GRIP, LIFTS_RELEASE, REGRIP, RELEASE, ROTATE, SEALED } from './times.js'

/** a turn interrupted within this fraction of its travel counts as not begun, or as complete */
const AT_END = 0.03

/** Lowers the gripper; the cups of the mask try to grip, those without vacuum retry once; lifts it. */
export function grip(stance: Stance, mask: Mask): Course {
  const { ground, at, now } = stance
  const cups = maskSlots(mask)
  // luck is drawn when the cups are down; a grip stopped before that has drawn it all the same
  const before = cups.filter((cup) => ground.held(cup) !== null)
  ground.touchDown()
  const attempt = (order: readonly Slot[]): boolean => {
    for (const cup of order) if (ground.held(cup) === null) ground.grips(cup, at, now)
    return cups.every((cup) => ground.held(cup) !== null)
  }
  // a cup that has lost its block still has suction, and so tries as soon as it is down
  const hasSuction = (cup: Slot): boolean => ground.suctionOpen.has(cup)
  const first = attempt([...cups.filter(hasSuction), ...cups.filter((cup) => !hasSuction(cup))])
  const all = first || attempt(cups)
  for (const cup of cups) ground.suctionOpen.delete(cup)
  const lasts = first ? GRIP : GRIP + REGRIP
  return {
    lasts,
    ends: all ? 'done' : 'failed',
    flawless: all,
    moves: true,
    end() {
      stance.lift = 0
      stance.show()
    },
    cut(after) {
      if (after < SEALED) for (const cup of cups) if (!before.includes(cup)) ground.putBack(cup)
      stance.lift = liftAfter(stance.lift, after, lasts - (GRIP - LIFTS_GRIP))
      if (after >= SEALED) stance.show({ lift: 'down' })
      stance.show()
      return 0
    },
  }
}

/** Lowers the gripper, vents the cups of the mask, lifts it. */
export function release(stance: Stance, mask: Mask): Course {
  const { ground, at, now } = stance
  const vent = (): void => {
    ground.touchDown()
    for (const cup of maskSlots(mask)) ground.release(cup, at, now)
    stance.show({ lift: 'down' })
  }
  return {
    lasts: RELEASE,
    ends: 'done',
    flawless: true,
    moves: true,
    end() {
      vent()
      stance.lift = 0
      stance.show()
    },
    cut(after) {
      if (after >= DOWN) vent()
      stance.lift = liftAfter(stance.lift, after, LIFTS_RELEASE)
      stance.show()
      return 0
    },
  }
}

/** Turns the rotator to its other end; an interrupted turn continues from where it stopped. */
export function rotate(stance: Stance, mask: Mask): Course {
  const { ground, rotator, now } = stance
  const begun = rotator.part
  const arrive = (): void => {
    for (const cup of maskSlots(mask)) ground.turn(cup, now)
    rotator.end = rotator.end === 0 ? 1 : 0
    rotator.part = 0
  }
  return {
    lasts: ROTATE * (1 - begun),
    ends: 'done',
    flawless: true,
    moves: true,
    end() {
      arrive()
      stance.show()
    },
    cut(after) {
      const part = begun + after / ROTATE
      rotator.mask = mask
      rotator.part = part < AT_END ? 0 : part
      if (part > 1 - AT_END) arrive()
      stance.show()
      return 0
    },
  }
}

/** Lift position after some time, 0 = up: down from its starting point, on the floor until it rises. */
function liftAfter(stood: number, after: number, rises: number): number {
  return after <= rises ? Math.min(1, stood + after / DOWN) : Math.max(0, 1 - (after - rises) / DOWN)
}
