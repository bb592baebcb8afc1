import type { DrawnFault } from './fault-profile.js'
import { CONTROL_S, type Physics } from './physics/physics.js'
import type { SkillParams } from './skills/run-skill.js'

/** A fault as a physical event: it changes what the world does, never what a skill reports. */
export class Mishap {
  readonly #physics: Physics
  readonly #fault: DrawnFault
  readonly #params: SkillParams
  #steps = 0
  #undo: (() => void) | undefined

  constructor(physics: Physics, fault: DrawnFault, params: SkillParams) {
    this.#physics = physics
    this.#fault = fault
    this.#params = params
    if (fault.kind === 'slippery') this.#undo = physics.weaken('gripper', WEAK_GRIP)
    if (fault.kind === 'stuck') this.#undo = physics.jam(String(params['closure']), JAMMED)
  }

  /** One control step of the skill. */
  follow(): void {
    const seconds = this.#steps++ * CONTROL_S
    const due = 1 + 2 * this.#fault.when
    if (this.#fault.kind === 'stall') {
      if (seconds >= due && this.#undo === undefined) this.#undo = this.#physics.weaken('shoulder', 0)
      if (seconds >= due + STALL_S) this.end()
    }
    if (this.#fault.kind === 'moved' && seconds < 1 && seconds + CONTROL_S >= 1) this.#shove()
  }

  /** All is as it was. */
  end(): void {
    this.#undo?.()
    this.#undo = () => undefined
  }

  /** A hand pushes the thing aside, over the table and never up. */
  #shove(): void {
    const item = String(this.#params['item'])
    const angle = 2 * Math.PI * this.#fault.where
    this.#physics.nudge(item, [SHOVE_M_S * Math.cos(angle), SHOVE_M_S * Math.sin(angle), 0])
  }
}

const WEAK_GRIP = 0.02
const JAMMED = 120
const STALL_S = 0.8
const SHOVE_M_S = 0.7
