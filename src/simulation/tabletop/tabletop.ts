import type { MainModule } from '@mujoco/mujoco'
import { err, ok, type Result } from '#base/result.js'
import { forward } from './arm/kinematics.js'
import { length, subtract } from './arm/pose.js'
import { Clearance } from './planning/clearance.js'
import { KnownScene } from './planning/known-scene.js'
import { whereIs } from './planning/where.js'
import { CONTROL_S, Physics } from './physics/physics.js'
import { BUTTONS, CLICK } from './scene/buttons.js'
import { CLOSURES } from './scene/closures.js'
import type { SceneVariation } from './scene/mjcf.js'
import { ITEMS, type Item } from './scene/items.js'
import { setUp, type Start } from './set-up.js'
import { Mishap } from './mishap.js'
import { drawFault, TABLETOP_FAULTS, type TabletopFaultProfile } from './fault-profile.js'
import { Sight } from './sight/sight.js'
import { Rig } from './skills/rig.js'
import { startSkill, type RunningSkill, type SkillOutcome, type SkillParams } from './skills/run-skill.js'

export interface TabletopOptions {
  readonly start: Start
  /** of everything that is left to chance: the arrangement, the camera, the faults */
  readonly seed: string
  readonly faults?: TabletopFaultProfile
  /** what is other than usual in this scene, such as a heavy can */
  readonly variation?: SceneVariation
}

/** The arm and its table: what happens there while time goes on, in control steps of 10 ms. */
export class Tabletop {
  readonly physics: Physics
  readonly sight: Sight
  readonly known = new KnownScene()
  readonly #rig: Rig
  readonly #clearance: Clearance
  readonly #options: TabletopOptions
  readonly #lit = new Set<string>()
  #running: { readonly skill: RunningSkill; readonly mishap: Mishap | undefined } | undefined
  #outcome: SkillOutcome | undefined
  #owed = 0
  /** control steps for which all joints have stood */
  #still = Infinity
  #now = 0
  #skills = 0
  /** the scene may have changed since the last look */
  #stale = true

  static create(mujoco: MainModule, options: TabletopOptions): Result<Tabletop, string> {
    const tabletop = new Tabletop(mujoco, options)
    const set = setUp(tabletop.physics, options.start, options.seed)
    if (!set.ok) {
      tabletop.close()
      return err(set.error)
    }
    for (const { name } of BUTTONS)
      if (options.start.get(`pressed(${name})`) === true) tabletop.#lit.add(name)
    tabletop.#rig.settle()
    return ok(tabletop)
  }

  private constructor(mujoco: MainModule, options: TabletopOptions) {
    this.#options = options
    this.physics = new Physics(mujoco, options.variation)
    this.#clearance = new Clearance(mujoco, this.physics.model)
    this.#rig = new Rig(this.physics, this.known, this.#clearance)
    this.sight = new Sight(mujoco, this.physics, options.seed)
  }

  /** ms since the start */
  get now(): number {
    return this.#now
  }

  /** Buttons whose lamps are on. */
  get lit(): ReadonlySet<string> {
    return this.#lit
  }

  /** The arm moves, or is about to. */
  get moving(): boolean {
    return this.#running !== undefined || this.#still < STILL_STEPS
  }

  begin(skill: string, params: SkillParams): void {
    const fault = drawFault(this.#options.faults ?? TABLETOP_FAULTS.none, skill, {
      seed: this.#options.seed,
      count: this.#skills++,
    })
    // what a skill does not know is looked up before it moves
    this.look()
    this.#outcome = undefined
    this.#running = {
      skill: startSkill(this.#rig, skill, params),
      mishap: fault && new Mishap(this.physics, fault, params),
    }
  }

  /** How the skill has ended, once. */
  outcome(): SkillOutcome | undefined {
    const outcome = this.#outcome
    this.#outcome = undefined
    return outcome
  }

  /** The arm brakes and holds what it holds; the skill is forgotten. */
  halt(): void {
    this.#running?.mishap?.end()
    this.#running = this.#outcome = undefined
    this.#rig.halt()
    this.#stale = true
  }

  /** @param periodMs of time that passes */
  step(periodMs: number): void {
    this.#now += periodMs
    this.#owed += periodMs
    for (; this.#owed >= CONTROL_S * 1000; this.#owed -= CONTROL_S * 1000) this.#control()
  }

  /** Brings what is known up to date; a picture is taken only if something may have changed since the last one. */
  look(): void {
    if (this.#rig.dropped() === undefined && !this.#stale) return
    this.#stale = this.moving
    const seen = this.sight.look(
      { joints: this.physics.joints, opening: this.physics.opening, slides: this.known.slides },
      this.#lit,
    )
    this.known.update({ ...seen, before: (point) => seen.rgbd.before(point) })
  }

  /** What is so, for the referee alone. */
  truth(): Map<string, string | boolean> {
    const items = new Map(ITEMS.map(({ name }) => [name, this.physics.item(name)]))
    const slides = new Map(CLOSURES.map(({ name }) => [name, this.physics.slide(name)]))
    return new Map<string, string | boolean>([
      ...ITEMS.map((item): [string, string] => [
        `location(${item.name})`,
        this.#isGripped(item) ? 'gripper' : (whereIs(item, { items, slides }) ?? 'table'),
      ]),
      ...CLOSURES.map(({ name, opens }): [string, boolean] => [
        `open(${name})`,
        (slides.get(name) ?? 0) > OPEN * opens,
      ]),
      ...BUTTONS.map(({ name }): [string, boolean] => [`pressed(${name})`, this.#lit.has(name)]),
    ])
  }

  close(): void {
    this.sight.close()
    this.#clearance.close()
    this.physics.close()
  }

  /** It is between the fingertips, and they are as far apart as it is wide. */
  #isGripped({ name, width }: Item): boolean {
    const { position } = forward(this.physics.joints)
    const apart = length(subtract(this.physics.item(name).position, position))
    return apart < REACHED && Math.abs(this.physics.opening - width) < SNUG
  }

  #control(): void {
    const running = this.#running
    if (running !== undefined) {
      this.#stale = true
      running.mishap?.follow()
      const outcome = running.skill.next()
      if (outcome !== undefined) {
        running.mishap?.end()
        this.#running = undefined
        this.#outcome = outcome
      }
    }
    this.#rig.step()
    const fastest = Math.max(...this.physics.jointSpeeds.map(Math.abs))
    this.#still = fastest > STANDS ? 0 : this.#still + 1
    for (const { name } of BUTTONS) if (this.physics.slide(name) > CLICK) this.#lit.add(name)
  }
}

/** Joints that are slower stand, radians a second. */
const STANDS = 0.01
/** A joint that swings back stands for a moment too: the arm stands when all have stood for so many steps. */
const STILL_STEPS = 5
/** From between the fingertips to the middle of what they hold, and how well they fit it, metres. */
const REACHED = 0.04
const SNUG = 0.006
/** A closure is open from this share of its way. */
export const OPEN = 0.8
