import { err, ok, type Result } from '#base/result.js'
import { beginState } from './begin-state.js'
import { gripperAt, isArmMoving } from './body/arm.js'
import { isBaseMoving } from './body/base.js'
import { GRIPPER, type FactValue } from './fact.js'
import type { FaultEvent, FaultKind, HomeFaultProfile } from './fault-profile.js'
import { HomeFaults } from './faults.js'
import { STEP_MS, type HomeParts } from './parts.js'
import { stepPeople } from './people/people.js'
import type { HomeScenario } from './scenario.js'
import type { HomeScene } from './scene.js'
import { hears } from './sensing/hear.js'
import { drawMisreads } from './sensing/misread.js'
import { senseHome, type HomeReading } from './sensing/sense.js'
import { placesInView } from './sensing/sight.js'
import { truthOf } from './sensing/truth.js'
import { phasesOf } from './skills/catalogue.js'
import { fractionOf, stepAction } from './skills/run-action.js'
import type { EndedAction, HomeState } from './state.js'

export interface HomeOptions {
  readonly scene: HomeScene
  readonly scenario: HomeScenario
  /** every fact of the world file as the task believes it at the start */
  readonly start: ReadonlyMap<string, FactValue>
  readonly seed: number
  readonly task: string
  readonly episode: number
  readonly faults: HomeFaultProfile
}

/** A home with a one-armed mobile robot in continuous time: an independent account of what the robot does. */
export interface HomeWorld {
  /** ms */
  readonly now: number
  /** advances by whole steps of `STEP_MS`; what is left of `ms` counts for the next call */
  step(ms: number): void
  /** begins an action; refused while another runs, and when the robot has no such skill or the home no such thing */
  begin(skill: string, params: Readonly<Record<string, unknown>>): Result<null, string>
  /** the running action, and how much of it is done, 0…1 */
  readonly running: { readonly skill: string; readonly fraction: number } | undefined
  /** how actions have ended since the last call, in order */
  takeEnded(): readonly EndedAction[]
  /** stops base and arm as fast as they can; what is held stays held */
  stop(): void
  /** whether base or arm of the robot move */
  readonly moving: boolean
  /** what the robot's sensors report now, and what people have just answered */
  sense(): readonly HomeReading[]
  /** the surfaces and open containers that the robot sees as a whole: what it does not see there is not there */
  inView(): readonly string[]
  /** every fact of the world file as it is; only the referee reads it (AMB-40) */
  truth(): ReadonlyMap<string, FactValue>
  /** since the robot first moved, s */
  readonly operatingSeconds: number
  readonly faultLog: readonly FaultEvent[]
  /** how often each kind of fault could have happened */
  readonly faultChances: Readonly<Record<FaultKind, number>>
  /** what a camera sees: not for the robot's decisions */
  scene(): { readonly shape: HomeScene; readonly state: Readonly<HomeState> }
  snapshot(): HomeState
  restore(saved: HomeState): void
}

/** Fails when the start cannot be built: an unknown place, a full one, a person where nobody can sit. */
export function createHome(options: HomeOptions): Result<HomeWorld, string> {
  const { scene, scenario, seed, task, episode } = options
  const parts: HomeParts = {
    scene,
    scenario,
    faults: new HomeFaults(options.faults, { seed, task, episode }),
  }
  const begun = beginState(options.start, parts)
  return begun.ok ? ok(new Home(parts, begun.value)) : begun
}

class Home implements HomeWorld {
  readonly #parts: HomeParts
  #state: HomeState

  constructor(parts: HomeParts, state: HomeState) {
    this.#parts = parts
    this.#state = state
    this.#carry()
  }

  get now(): number {
    return this.#state.now
  }

  get running(): { readonly skill: string; readonly fraction: number } | undefined {
    const { action } = this.#state
    return action === null ? undefined : { skill: action.skill, fraction: fractionOf(action) }
  }

  get moving(): boolean {
    return isBaseMoving(this.#state.base) || isArmMoving(this.#state.arm)
  }

  get operatingSeconds(): number {
    const { now, firstMotion } = this.#state
    return firstMotion === null ? 0 : (now - firstMotion) / 1000
  }

  get faultLog(): readonly FaultEvent[] {
    return this.#state.faultLog
  }

  get faultChances(): Readonly<Record<FaultKind, number>> {
    return this.#state.chances
  }

  step(ms: number): void {
    this.#state.owed += ms
    for (; this.#state.owed >= STEP_MS; this.#state.owed -= STEP_MS) this.#advance()
  }

  begin(skill: string, params: Readonly<Record<string, unknown>>): Result<null, string> {
    const state = this.#state
    if (state.action !== null) return err(`the robot is busy: ${state.action.skill} runs`)
    const phases = phasesOf(this.#parts.scene, skill, params)
    if (!phases.ok) return phases
    const total = phases.value.length
    state.action = { skill, phases: [...phases.value], total, since: 0, failure: null, stopping: false }
    return ok(null)
  }

  takeEnded(): readonly EndedAction[] {
    return this.#state.ended.splice(0)
  }

  stop(): void {
    if (this.#state.action !== null) this.#state.action.stopping = true
  }

  sense(): readonly HomeReading[] {
    const seen = senseHome(this.#state, this.#parts)
    return [...seen, ...hears(this.#state, seen)]
  }

  inView(): readonly string[] {
    return placesInView(this.#state, this.#parts)
  }

  truth(): ReadonlyMap<string, FactValue> {
    return truthOf(this.#state, this.#parts.scene)
  }

  scene(): { readonly shape: HomeScene; readonly state: Readonly<HomeState> } {
    return { shape: this.#parts.scene, state: this.#state }
  }

  snapshot(): HomeState {
    return structuredClone(this.#state)
  }

  restore(saved: HomeState): void {
    this.#state = structuredClone(saved)
  }

  #advance(): void {
    const state = this.#state
    state.now += STEP_MS
    stepPeople(state, this.#parts)
    stepAction(state, this.#parts)
    drawMisreads(state, this.#parts)
    this.#carry()
    if (this.moving) state.firstMotion ??= state.now
  }

  /** What the gripper holds goes where it goes. */
  #carry(): void {
    const { base, arm, items } = this.#state
    const tip = gripperAt(base, arm)
    for (const item of Object.values(items)) {
      if (item.place !== GRIPPER) continue
      item.x = tip.x
      item.y = tip.y
      item.z = tip.z - 0.08
      item.yaw = base.heading
    }
  }
}
