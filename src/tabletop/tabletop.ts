import type { MainModule } from '@mujoco/mujoco'
import { err, ok, type Result } from '#base/result.js'
import { forward } from './arm/kinematics.js'
import { Standstill } from './arm/standstill.js'
import { length, subtract } from './arm/pose.js'
import { Clearance } from './planning/clearance.js'
import { KnownScene } from './planning/known-scene.js'
import { whereIs, type Standing } from './planning/where.js'
import { CONTROL_S, Physics } from './physics/physics.js'
import { BUTTONS, CLICK } from './scene/buttons.js'
import { CLOSURES } from './scene/closures.js'
import type { SceneVariation } from './scene/mjcf.js'
import { ITEMS, type Item } from './scene/items.js'
import { heldIn, setUp, type Start } from './set-up.js'
import { Mishap } from './mishap.js'
import {
  CAN_BE,
  drawFault,
  drawVariation,
  type TabletopFault,
  type TabletopFaultProfile,
} from './fault-profile.js'
import { Occlusion } from './occlusion.js'
import type { Rgbd } from './sight/rgbd.js'
import { Sight } from './sight/sight.js'
import { Rig } from './skills/rig.js'
import type { SpotFinder } from './skills/seen-spots.js'
import { startSkill, type RunningSkill, type SkillOutcome, type SkillParams } from './skills/run-skill.js'

export interface TabletopOptions {
  readonly start: Start
  /** of everything that is left to chance: the arrangement, the camera, the faults */
  readonly seed: string
  readonly faults?: TabletopFaultProfile
  /** what is other than usual in this scene, such as a heavy can */
  readonly variation?: SceneVariation
  /** things that may be heavy or wide by the faults; any where absent */
  readonly faulty?: readonly string[]
  /** widths that the driver was told, metres by item; those in `ITEMS` where absent */
  readonly declared?: ReadonlyMap<string, number>
  /** chooses free points of a place by sight; where absent things are put down on its fixed spots alone */
  readonly spots?: SpotFinder
}

/** The arm and its table: what happens there while time goes on, in control steps of 10 ms. */
export class Tabletop {
  readonly physics: Physics
  readonly sight: Sight
  readonly known: KnownScene
  readonly #rig: Rig
  readonly #clearance: Clearance
  readonly #options: TabletopOptions
  readonly #variation: SceneVariation
  /** the scene as its driver believes it to be, where things are other than that */
  readonly #believed: Physics | undefined
  readonly #occlusion: Occlusion
  readonly #faultsMet: TabletopFault[] = []
  readonly #standstill = new Standstill()
  readonly #lit = new Set<string>()
  #running: { readonly skill: RunningSkill; readonly mishap: Mishap | undefined } | undefined
  #outcome: SkillOutcome | undefined
  /** how the skill has ended while the arm still comes to rest */
  #ending: SkillOutcome | undefined
  #owed = 0
  #now = 0
  #skills = 0
  /** the scene may have changed since the last look */
  #stale = true
  /** what that look has shown */
  #picture: Rgbd | undefined

  static create(mujoco: MainModule, options: TabletopOptions): Result<Tabletop, string> {
    const tabletop = new Tabletop(mujoco, options)
    const set = setUp(tabletop.physics, options.start, options.seed)
    if (!set.ok) {
      tabletop.close()
      return err(set.error)
    }
    for (const { name } of BUTTONS)
      if (options.start.get(`pressed(${name})`) === true) tabletop.#lit.add(name)
    tabletop.#rig.settle(set.value)
    // an arm at rest has stood for long when a run begins
    tabletop.#standstill.rest(tabletop.physics.joints)
    return ok(tabletop)
  }

  private constructor(mujoco: MainModule, options: TabletopOptions) {
    this.#options = options
    const { faults = {}, seed, faulty, variation = {} } = options
    // what the gripper holds was neither too heavy nor too wide for it
    const held = heldIn(options.start)
    const among = held.length === 0 ? faulty : (faulty ?? CAN_BE.heavy).filter((name) => !held.includes(name))
    const drawn = drawVariation(faults, seed, among)
    for (const kind of ['heavy', 'wide'] as const)
      if (drawn[kind === 'heavy' ? 'mass' : 'width'] !== undefined) this.#faultsMet.push(kind)
    this.#variation = { ...drawn, ...variation }
    const { width, ...believed } = this.#variation
    this.known = new KnownScene(options.declared)
    this.physics = new Physics(mujoco, this.#variation)
    this.#believed = width && new Physics(mujoco, believed)
    this.#clearance = new Clearance(mujoco, (this.#believed ?? this.physics).model)
    this.#occlusion = new Occlusion(this.physics)
    this.#rig = new Rig(
      this.physics,
      this.known,
      this.#clearance,
      options.spots && { ...options.spots, look: () => this.#picture },
    )
    this.sight = new Sight(mujoco, this.physics, options.seed)
  }

  /** ms since the start */
  get now(): number {
    return this.#now
  }

  /** Faults that have taken place so far, in order. */
  get faultsMet(): readonly TabletopFault[] {
    return this.#faultsMet
  }

  /** Buttons whose lamps are on. */
  get lit(): ReadonlySet<string> {
    return this.#lit
  }

  /** The arm moves, or is about to. */
  get moving(): boolean {
    return this.#running !== undefined || this.#ending !== undefined || this.#standstill.moving
  }

  begin(skill: string, params: SkillParams): void {
    const fault = drawFault(this.#options.faults ?? {}, skill, {
      seed: this.#options.seed,
      count: this.#skills++,
    })
    if (fault !== undefined) this.#faultsMet.push(fault.kind)
    if (fault?.kind === 'occluded') {
      this.#occlusion.begin(params, this.#now + OCCLUDED_MS * (1 + fault.when))
      this.#stale = true
    }
    // what a skill does not know is looked up before it moves
    this.look()
    this.#outcome = this.#ending = undefined
    this.#running = {
      skill: startSkill(this.#rig, skill, params),
      mishap: fault && new Mishap(this.physics, fault, params),
    }
  }

  /** How the skill has ended, once, and not before the arm stands. */
  outcome(): SkillOutcome | undefined {
    const outcome = this.#outcome
    this.#outcome = undefined
    return outcome
  }

  /** The arm brakes and holds what it holds; the skill is forgotten. */
  halt(): void {
    this.#running?.mishap?.end()
    this.#running = this.#ending = this.#outcome = undefined
    this.#standstill.ends(this.physics.jointSpeeds)
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
    this.known.lookedAt = this.#now
    if (this.#rig.dropped() === undefined && !this.#stale) return
    this.#stale = this.moving
    const seen = this.sight.look(
      { joints: this.physics.joints, opening: this.physics.opening, slides: this.known.slides },
      this.#lit,
    )
    this.#picture = seen.rgbd
    this.known.update({ ...seen, before: (point) => seen.rgbd.before(point) })
  }

  /** What is so, for the referee alone; `unknown` is the place of what has fallen off the table. */
  truth(): Map<string, string | boolean> {
    const items = new Map(ITEMS.map(({ name }) => [name, this.physics.item(name)]))
    const slides = new Map(CLOSURES.map(({ name }) => [name, this.physics.slide(name)]))
    return new Map<string, string | boolean>([
      ...ITEMS.map((item): [string, string] => [
        `location(${item.name})`,
        this.#whereIs(item, { items, slides }),
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
    this.#believed?.close()
    this.physics.close()
  }

  #whereIs(item: Item, standing: Standing): string {
    if ((standing.items.get(item.name)?.position[2] ?? 0) < FALLEN) return 'unknown'
    return this.#isGripped(item) ? 'gripper' : (whereIs(item, standing) ?? 'table')
  }

  /** It is between the fingertips, they are as far apart as it is wide, and both touch it. */
  #isGripped({ name, ...item }: Item): boolean {
    const width = this.#variation.width?.get(name) ?? item.width
    const { position } = forward(this.physics.joints)
    const apart = length(subtract(this.physics.item(name).position, position))
    return apart < REACHED && Math.abs(this.physics.opening - width) < SNUG && this.physics.grips(name)
  }

  #control(): void {
    const { resets } = this.physics
    if (this.#occlusion.follow(this.#now)) this.#stale = true
    this.#advanceSkill()
    this.#rig.step()
    if (this.physics.resets > resets) this.#beginAnew()
    this.#standstill.follow(this.physics.joints, this.physics.jointSpeeds)
    if (this.#ending !== undefined && !this.#standstill.moving)
      [this.#outcome, this.#ending] = [this.#ending, undefined]
    for (const { name } of BUTTONS) if (this.physics.slide(name) > CLICK) this.#lit.add(name)
  }

  /** Nothing is where it was: what the arm was about has failed, and it holds nothing. */
  #beginAnew(): void {
    const wasRunning = this.#running !== undefined || this.#ending !== undefined
    this.known.release()
    this.halt()
    if (wasRunning) this.#outcome = { status: 'failed', reason: UNSTABLE }
  }

  #advanceSkill(): void {
    const running = this.#running
    if (running !== undefined) {
      this.#stale = true
      running.mishap?.follow()
      const outcome = running.skill.next()
      if (outcome !== undefined) {
        running.mishap?.end()
        this.#running = undefined
        this.#ending = outcome
        this.#standstill.ends(this.physics.jointSpeeds)
      }
    }
  }
}

/** Something stays before the camera for so long, and for twice as long at most, ms. */
const OCCLUDED_MS = 20_000
/** From between the fingertips to the middle of what they hold, and how well they fit it, metres. */
const REACHED = 0.04
const SNUG = 0.006
const UNSTABLE =
  'the physics became unstable and MuJoCo began anew: things are no longer where they were; begin the episode again'
/** What is so far below the top of the table has fallen off it, metres. */
const FALLEN = -0.1
/** A closure is open from this share of its way. */
export const OPEN = 0.8
