import type { Rng } from '#base/random.js'
import type { MissionScene } from './mission.js'

/** Calls `act` once, at the first millisecond in which `due` holds. */
export function once({ rig }: MissionScene, due: () => boolean, act: () => void): void {
  let over = false
  rig.everyMs.push(() => {
    if (over || !due()) return
    over = true
    act()
  })
}

/**
 * Some milliseconds into one of the first `drives` drives of the base; which one and how far, the dice say;
 * a longer one when that one is too short.
 */
export function whileDriving(scene: MissionScene, act: () => void, drives = 6): void {
  const { rig, rng } = scene
  const which = 1 + rng.int(drives)
  const into = 30 + rng.int(1200)
  let drive = 0
  let driven = 0
  once(
    scene,
    () => {
      const turning = rig.robot.drive.wheels.some((speed) => speed !== 0)
      if (turning && driven === 0) drive++
      driven = turning ? driven + 1 : 0
      return drive >= which && driven > into
    },
    act,
  )
}

/** Some milliseconds into one of the first `times` times that the lift is under way. */
export function whileGripping(scene: MissionScene, act: () => void, times = 4): void {
  const { rig, rng } = scene
  const which = 1 + rng.int(times)
  const into = 50 + rng.int(900)
  let count = 0
  let moved = 0
  once(
    scene,
    () => {
      const moving = rig.robot.drive.gripperMoves
      if (moving && moved === 0) count++
      moved = moving ? moved + 1 : 0
      return count >= which && moved > into
    },
    act,
  )
}

/** A number between both, uniform. */
export const between = (rng: Rng, min: number, max: number): number => min + rng.next() * (max - min)
