import { SLOTS, type FieldMap, type Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { m, rad, type Metres } from '#base/units.js'
import type { FieldSetup } from '../field-setup.js'
import type { Plant, PlantDrive, PlantSense } from '../plant.js'
import type { Scene } from '../scene.js'
import { Base } from './base.js'
import { layBlocks, layDown, onFloor, sceneBlock, type Block } from './blocks.js'
import { Faults, type FaultEvent, type FaultKind, type FaultProfile } from './faults.js'
import { beyondWalls } from './footprint.js'
import { distance } from './geometry.js'
import { FloorRolling } from './ground/floor-rolling.js'
import { GROUNDS, type GroundName } from './ground/ground.js'
import { IDEAL_ROLLING, NO_STEP } from './ground/rolling.js'
import { Gripper } from './gripper.js'
import { Contacts, type Contact } from './obstacles/contacts.js'
import { Obstacles, type ObstaclePlan, type Present } from './obstacles/obstacles.js'
import { judge, type FieldCount } from './referee.js'
import { Shelf } from './shelf.js'
import { Transit } from './transit.js'

/** The physical world of the virtual robot: an independent witness of what the robot does. */
export interface World extends Plant {
  /** what a camera sees now; it does not draw people and standing objects yet */
  scene(): Scene
  /**
   * What the referee counts now (VRL-18); never shown to critic or actor (AMB-40).
   * @param pausedMs how long an operator has held the robot since a moment of the world's clock, which is not
   * operating time
   */
  outcome(pausedMs?: (since: number) => number): FieldCount
  /** ground truth of every block, for tests and for the labels of training data */
  blocks(): readonly Readonly<Block>[]
  /** every contact with a person or a standing object so far, also those that are going on */
  contacts(): readonly Contact[]
  /** how far some part of the robot is beyond the border of the floor, metres; negative while all of it is inside */
  outside(): Metres
  /** what stands in the plane of a laser scanner after so many ms of the world, at any time */
  obstaclesAt(ms: number): readonly Present[]
  readonly faultLog: readonly FaultEvent[]
  /** how often each fault could have happened */
  readonly faultChances: Readonly<Record<FaultKind, number>>
  /** presses or releases the red button */
  pressEstop(pressed: boolean): void
  /** moves the robot, as a person would who lifts it: its wheels do not turn. @param pose of the gripper */
  carry(pose: Pose): void
  /** moves a block on the floor, as a person would, metres */
  displace(block: number, dx: number, dy: number): void
}

export interface WorldOptions {
  readonly setup: FieldSetup
  readonly seed: number
  readonly episode: number
  readonly faults: FaultProfile
  /** what the base drives on (default: `ideal`) */
  readonly ground?: GroundName
  /** what stands on the floor, and who walks there (default: nothing and nobody) */
  readonly obstacles?: ObstaclePlan
}

const BATTERY_FULL_MV = 25_200
/** drain at rest, mV per ms; driving is not modelled */
const BATTERY_PER_MS = 600 / 3_600_000

export function createWorld(options: WorldOptions): World {
  const { setup, seed, episode, faults: profile } = options
  const { map } = setup
  const faults = new Faults(profile, { seed, field: map.id, episode })
  const blocks = layBlocks(setup)
  const obstacles = new Obstacles(options.obstacles ?? {}, map)
  const contacts = new Contacts(obstacles)
  const base = baseOn(options, obstacles)
  const shelf = new Shelf(map)
  const gripper = new Gripper(blocks, map, faults, [seed, map.id, episode])
  const transit = new Transit({ faults, gripper, shelf })
  const parts: Parts = { map, base, gripper, shelf, transit, blocks }
  let leftHome = false
  let t = 0
  let firstMotion: number | undefined
  let estop = false

  return {
    step(drive): PlantSense {
      t++
      const moved = moveBase(parts, drive, t)
      leftHome ||= moved && distance(base.pose, map.home.at) > map.home.radius
      contacts.look(t, { pose: base.pose, ...(moved ? base.tried : AT_A_STAND) })
      gripper.step(drive, base.pose, t)
      if (firstMotion === undefined && (base.moving || gripper.moving)) firstMotion = t
      return sensorReadings(parts, t, estop)
    },
    scene: () => sceneOf(parts),
    outcome: (pausedMs = () => 0) =>
      judge({
        map,
        blocks,
        shelfAtTarget: shelf.atTarget,
        robot: base.pose,
        leftHome,
        operatingSeconds: firstMotion === undefined ? 0 : (t - firstMotion - pausedMs(firstMotion)) / 1000,
      }),
    blocks: () => blocks,
    contacts: () => contacts.all,
    outside: () => m(beyondWalls(map, base.pose)),
    obstaclesAt: (ms) => obstacles.at(ms),
    faultLog: faults.log,
    faultChances: faults.chances,
    pressEstop: (pressed) => {
      estop = pressed
    },
    carry: (pose) => base.put(pose),
    displace: (block, dx, dy) => displace(parts, block, { dx, dy }),
  }
}

/** The base where it really stands, on its ground: random streams of its own, so that the faults' stay as they are. */
function baseOn(options: WorldOptions, { objects }: Obstacles): Base {
  const { setup, seed, episode, ground = 'ideal' } = options
  const { map, start } = setup
  if (ground === 'ideal') return new Base(map, start, IDEAL_ROLLING, objects)
  const errors = GROUNDS[ground]
  const rolling = new FloorRolling(errors, {
    built: stream(seed, map.id, 'base'),
    slip: stream(seed, map.id, episode, 'slip'),
  })
  const draw = stream(seed, map.id, episode, 'start')
  const off = (most: number): number => most * (2 * draw.next() - 1)
  const placed: Pose = {
    x: m(start.x + off(errors.startsOff)),
    y: m(start.y + off(errors.startsOff)),
    theta: rad(start.theta + off(errors.startsTurned)),
  }
  return new Base(map, placed, rolling, objects)
}

interface Parts {
  readonly map: FieldMap
  readonly base: Base
  readonly gripper: Gripper
  readonly shelf: Shelf
  readonly transit: Transit
  readonly blocks: readonly Block[]
}

const AT_A_STAND = { step: NO_STEP }

/** @returns false if the base was at rest and stays there */
function moveBase({ base, transit, shelf, blocks }: Parts, drive: PlantDrive, t: number): boolean {
  const before = base.pose
  const driven = drive.motorsEnabled && drive.wheels.some((wheel) => wheel !== 0)
  const way = base.displacement(drive.wheels)
  transit.begin(driven, base.moving, shelf.pushes(before, way))
  if (!driven && base.still) return false
  const blocked = transit.blocked(t) || shelf.jammed(before, way, blocks)
  const step = base.step(drive, blocked)
  transit.advance(before, step, base.pose, t)
  return true
}

function displace({ blocks, map }: Parts, id: number, { dx, dy }: { dx: number; dy: number }): void {
  const block = blocks.find((each) => each.id === id && onFloor(each))
  if (block !== undefined) layDown(block, map, { x: m(block.at.x + dx), y: m(block.at.y + dy) }, block.yaw)
}

/** What the firmware's inputs read. */
function sensorReadings({ base, gripper, shelf }: Parts, t: number, estop: boolean): PlantSense {
  const cup = (slot: 0 | 1 | 2 | 3): number => gripper.cups[slot]?.vacuum ?? 0
  return {
    wheels: [base.measured[0], base.measured[1], base.measured[2]],
    vacuumKpa: [cup(0), cup(1), cup(2), cup(3)],
    lift: gripper.lift,
    rotator: gripper.rotator,
    batteryMv: BATTERY_FULL_MV - Math.floor(t * BATTERY_PER_MS),
    estop,
    bumper: shelf.touches(base.pose),
  }
}

const sceneOf = ({ map, base, gripper, shelf, blocks }: Parts): Scene => ({
  map,
  robot: {
    pose: base.pose,
    lift: gripper.lift,
    turn: gripper.turn.part,
    rotateMask: gripper.turn.mask,
    held: SLOTS.map((slot) => gripper.held(slot)?.face ?? null),
  },
  blocks: blocks.filter(onFloor).map(sceneBlock),
  shelf: shelf.at,
})
