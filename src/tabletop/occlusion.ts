import { between, type Vector } from './arm/pose.js'
import { middleOf } from './planning/where.js'
import type { Physics } from './physics/physics.js'
import { CARD_AWAY } from './scene/mjcf.js'
import { placeNamed } from './scene/places.js'
import { CLOSURES } from './scene/closures.js'
import { MAST } from './sight/mast-camera.js'
import type { SkillParams } from './skills/run-skill.js'

/** Somebody holds a card between the camera and what a skill is about, and takes it away after a while. */
export class Occlusion {
  readonly #physics: Physics
  #until: number | undefined

  constructor(physics: Physics) {
    this.#physics = physics
  }

  /** @param until when it is taken away, ms */
  begin(params: SkillParams, until: number): void {
    this.#physics.putCard(between(MAST.position, this.#over(params), FROM_CAMERA))
    this.#until = until
  }

  /** @returns whether the card has just been taken away */
  follow(now: number): boolean {
    if (this.#until === undefined || now < this.#until) return false
    this.#physics.putCard(CARD_AWAY)
    this.#until = undefined
    return true
  }

  /** Where something is put down, or else where it is taken. */
  #over(params: SkillParams): Vector {
    const place = placeNamed(String(params['place']))
    if (place === undefined) return this.#physics.item(String(params['item'])).position
    return middleOf(place, new Map(CLOSURES.map(({ name }) => [name, this.#physics.slide(name)])))
  }
}

/** It is so far on the way from the camera to the table, well above everything that the arm does: a share. */
const FROM_CAMERA = 0.3
