import type { MainModule } from '@mujoco/mujoco'
import { must } from '#base/result.js'
import { Geoms } from '#tabletop/physics/geoms.js'
import type { SceneVariation } from '#tabletop/scene/mjcf.js'
import type { SkillOutcome, SkillParams } from '#tabletop/skills/run-skill.js'
import { Tabletop } from '#tabletop/tabletop.js'

/** What was seen to happen in one arrangement, all of it by MuJoCo's own state. */
export interface Tally {
  /** skills that were run, and how long they took: simulated seconds and seconds of this computer */
  motions: number
  simulated: number
  computed: number
  /** of things that fit: tries, and those that ended in the gripper */
  picks: number
  picked: number
  /** of things that cannot be lifted: tries, and those that ended in the gripper */
  hopeless: number
  lifted: number
  /** of those, such that are too wide and said to fit */
  tooWide: number
  /** of things that are a few millimetres off what they are said to be: tries, and those that ended in the gripper */
  narrow: number
  narrowPicked: number
  /** things put down, and those that stand where they were then seen, within 5 mm */
  placed: number
  near: number
  /** the hardest that the wrist has felt, newtons */
  hardest: number
  /** the deepest that the arm, or what it holds, was inside something that it is not to touch, metres */
  deepest: number
  /** seconds of this computer that looking for that took, in every control step */
  watched: number
}

export const emptyTally = (): Tally => ({
  motions: 0,
  simulated: 0,
  computed: 0,
  picks: 0,
  picked: 0,
  hopeless: 0,
  lifted: 0,
  tooWide: 0,
  narrow: 0,
  narrowPicked: 0,
  placed: 0,
  near: 0,
  hardest: 0,
  deepest: 0,
  watched: 0,
})

/** Everything that fits is picked and put down in another place; then what cannot be lifted is tried. */
export function runTrial(mujoco: MainModule, seed: string, tally: Tally): void {
  const table = must(Tabletop.create(mujoco, { start: new Map(), seed }), 'the table')
  const trial = trialAt(mujoco, table, tally)
  act(trial, 'Open', { closure: 'door' }, 'door')
  for (const { item, where } of GOALS) {
    tally.picks++
    act(trial, 'Pick', { item }, item)
    if (table.truth().get(`location(${item})`) !== 'gripper') continue
    tally.picked++
    if (where === 'socket') act(trial, 'Insert', { item, into: where }, item)
    else act(trial, 'Place', { item, place: where }, item)
    table.look()
    const seen = table.known.items.get(item)?.position
    const is = table.physics.item(item).position
    tally.placed++
    if (seen !== undefined && Math.hypot(seen[0] - is[0], seen[1] - is[1], seen[2] - is[2]) <= NEAR)
      tally.near++
  }
  trial.geoms.close()
  table.close()
  for (const item of ['can', 'cup', 'ball'])
    heavyPick(mujoco, { seed: `${seed} heavy`, item, tally, variation: { mass: new Map([[item, 80]]) } })
}

const GOALS = [
  { item: 'red_cube', where: 'left_tray' },
  { item: 'ball', where: 'left_tray' },
  { item: 'can', where: 'right_tray' },
  { item: 'green_cube', where: 'right_tray' },
  { item: 'plate', where: 'mat' },
  { item: 'cup', where: 'left_tray' },
  { item: 'blue_cube', where: 'table' },
  { item: 'charger_plug', where: 'socket' },
] as const

const NEAR = 0.005

export interface Trial {
  readonly table: Tabletop
  readonly geoms: Geoms
  readonly tally: Tally
}

export const trialAt = (mujoco: MainModule, table: Tabletop, tally: Tally): Trial => ({
  ...{ table, tally },
  geoms: new Geoms(mujoco, table.physics.model),
})

function hopelessPick(trial: Trial, item: string): void {
  trial.tally.hopeless++
  act(trial, 'Pick', { item }, item)
  if (trial.table.truth().get(`location(${item})`) === 'gripper') trial.tally.lifted++
}

interface Heavy {
  readonly seed: string
  readonly item: string
  readonly tally: Tally
  readonly variation: SceneVariation
}

function heavyPick(mujoco: MainModule, { seed, item, tally, variation }: Heavy): void {
  const table = must(Tabletop.create(mujoco, { start: new Map(), seed, variation }), 'the table')
  const trial = trialAt(mujoco, table, tally)
  hopelessPick(trial, item)
  trial.geoms.close()
  table.close()
}

/** Runs a skill and watches. @param touched what it is to touch */
export function act(trial: Trial, skill: string, params: SkillParams, touched: string): SkillOutcome {
  const { table, tally } = trial
  const begun = { wall: process.cpuUsage().user, seconds: table.physics.seconds }
  let watching = 0
  table.begin(skill, params)
  let outcome = table.outcome()
  while (outcome === undefined) {
    table.step(10)
    tally.hardest = Math.max(tally.hardest, Math.hypot(...table.physics.wristForce))
    const before = process.cpuUsage().user
    tally.deepest = Math.max(tally.deepest, depthOf(trial, touched))
    watching += process.cpuUsage().user - before
    outcome = table.outcome()
  }
  table.step(200)
  tally.motions++
  tally.simulated += table.physics.seconds - begun.seconds
  tally.watched += watching / 1e6
  tally.computed += (process.cpuUsage().user - begun.wall - watching) / 1e6
  return outcome
}

/** How deep the arm, or what it holds, is in a thing or a fixture other than the one that it handles, metres. */
function depthOf({ table, geoms }: Trial, touched: string): number {
  const { contact } = table.physics.data
  const { held } = table.known
  const carried = (geom: number): boolean =>
    held !== undefined && geoms.partName(geom) === `${held.item}_item`
  const moves = (geom: number): boolean => geoms.arm.includes(geom) || carried(geom)
  let deepest = 0
  for (let index = 0; index < contact.size(); index++) {
    const each = contact.get(index)
    if (each === undefined) continue
    const [a, b] = [each.geom1, each.geom2]
    const [mover, other] = moves(a) ? [a, b] : [b, a]
    const isMotion = moves(mover) && !moves(other)
    if (isMotion && !handles(geoms.partName(other), touched)) deepest = Math.max(deepest, -each.dist)
    each.delete()
  }
  contact.delete()
  return deepest
}

const handles = (part: string, touched: string): boolean =>
  part === `${touched}_item` || part === `${touched}_part`
