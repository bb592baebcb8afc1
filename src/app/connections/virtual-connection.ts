import { VirtualClock } from '#base/clock.js'
import type { Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { SimCamera } from '#simulation/camera/sim-camera.js'
import { createVirtualRobot, type VirtualRobot } from '#simulation/firmware/virtual-robot.js'
import { tapped, type WireListener } from '#link/tapped-stream.js'
import type { Camera } from '#learning/ports.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FaultyLink } from '#simulation/line/faulty-link.js'
import type { LineFaults } from '#simulation/line/line-faults.js'
import { createWorld, type World } from '#simulation/field/world/world.js'
import type { GroundName } from '#simulation/field/world/ground/ground.js'
import type { ObstaclePlan } from '#simulation/field/world/obstacles/obstacles.js'
import {
  VirtualScanner,
  type TimedFault,
  type ScannerName,
} from '#simulation/field/world/sensors/virtual-scanner.js'
import { FAULT_PROFILES, type FaultProfile } from '#simulation/field/world/faults.js'
import { asFastAsPossible, inRealTime } from './pace.js'
import type { Unplug } from '../command-line/options.js'

export interface VirtualConnectionOptions {
  readonly setup: FieldSetup
  readonly wasm: Uint8Array
  readonly seed: number
  readonly episode: number
  /** the rates of a named profile, or custom rates */
  readonly faults: 'nominal' | 'none' | FaultProfile
  /** what the base drives on (default: `ideal`) */
  readonly ground?: GroundName
  /** the laser scanner on the base (default: `none`) */
  readonly scanner?: ScannerName
  /** what happens to the scanner: for benches and tests */
  readonly scannerFault?: TimedFault | undefined
  /** who walks on the field, and what stands there: for benches and tests */
  readonly obstacles?: ObstaclePlan
  readonly unplug?: Unplug
  /** what the serial line does to the bytes; without it they arrive at once and intact */
  readonly line?: LineFaults
  /** receives the wire traffic at the controller's end, behind the line's faults */
  readonly onWire?: WireListener | undefined
  /** runs on the wall clock: the world continues while models think, as with a real robot */
  readonly live?: boolean
  /**
   * replaces the simulated camera: benches and data engines look at the world itself, and render only the pictures
   * requested
   */
  readonly wrapCamera?: (world: World, camera: Camera) => Camera
}

/** A freshly booted controller in a freshly laid field; its time stands still until it is paced (docs/adr/0002). */
export const virtualConnection = ({ onWire, ...options }: VirtualConnectionOptions): RobotConnection =>
  virtualBase(options).connect(onWire)

/** A controller and its field, which outlive a connection as those of a real robot do. */
export interface VirtualBase {
  /** @param onWire hears the traffic of this connection, and of no later one */
  connect(onWire?: WireListener): RobotConnection
  /** In real time. Meanwhile the controller has stopped by itself: nobody was there. */
  reconnect(onWire?: WireListener): RobotConnection
}

export function virtualBase(options: Omit<VirtualConnectionOptions, 'onWire'>): VirtualBase {
  const { setup, seed, episode, ground = 'ideal', obstacles = {} } = options
  const clock = new VirtualClock()
  const faults = typeof options.faults === 'string' ? FAULT_PROFILES[options.faults] : options.faults
  const world = createWorld({ setup, seed, episode, faults, ground, obstacles })
  const boot = stream(seed, setup.map.id, episode, 'boot')
  const robot = createVirtualRobot({ wasm: options.wasm, plant: world, bootNonce: nonZeroWord(boot.next()) })
  const camera = new SimCamera({ scene: () => world.scene(), clock, seed: Math.floor(boot.next() * 2 ** 31) })
  const scanner = scannerOn(world, options)
  let newest = 0
  const open = (how: Pick<VirtualConnectionOptions, 'onWire' | 'live'>): RobotConnection => {
    const own = ++newest
    return connected(
      { ...options, ...how },
      {
        clock,
        world,
        robot,
        camera,
        scanner,
        isPlugged: () => own === newest,
      },
    )
  }
  return {
    connect: (onWire) => open({ onWire }),
    reconnect: (onWire) => {
      robot.advance(ALONE_MS)
      clock.advance(ALONE_MS)
      robot.replug()
      return open({ onWire, live: true })
    },
  }
}

/** longer than a controller goes on moving without a heartbeat, ms */
const ALONE_MS = 1000

function scannerOn(
  world: World,
  {
    scanner = 'none',
    setup: { map },
    seed,
    episode,
    obstacles,
    scannerFault: fault,
  }: VirtualConnectionOptions,
): VirtualScanner | undefined {
  if (scanner === 'none') return undefined
  const poseNow = (): Pose => world.scene().robot.pose
  const name = { seed, field: map.id, episode }
  const obstaclesAt = obstacles === undefined ? undefined : (ms: number) => world.obstaclesAt(ms)
  return new VirtualScanner({ map, name, poseNow, fault, ...(obstaclesAt && { obstaclesAt }) })
}

interface Standing {
  readonly clock: VirtualClock
  readonly world: World
  readonly robot: VirtualRobot
  readonly camera: Camera
  readonly scanner: VirtualScanner | undefined
  /** whether no later connection has taken its place: an old one must neither pull the new cable nor pass time */
  readonly isPlugged: () => boolean
}

function connected(
  options: VirtualConnectionOptions,
  { clock, world, robot, camera, scanner, isPlugged }: Standing,
): RobotConnection {
  const { setup, seed, episode, onWire, live = false } = options
  const robotEnd = onWire === undefined ? robot.stream : tapped(robot.stream, clock, onWire)
  const line =
    options.line === undefined
      ? undefined
      : new FaultyLink(robotEnd, options.line, seed, setup.map.id, episode)
  const unplugAt = options.unplug?.episode === episode ? options.unplug.atSeconds * 1000 : Infinity
  const advance = (period: number): void => {
    if (!isPlugged()) return
    if (line === undefined) {
      robot.advance(period)
      clock.advance(period)
    } else {
      for (let i = 0; i < period; i++) {
        line.transfer(clock.now())
        robot.advance(1)
        clock.advance(1)
      }
      line.transfer(clock.now())
    }
    scanner?.advance(clock.now())
    if (clock.now() >= unplugAt) robot.unplug()
  }
  return {
    stream: line ?? robotEnd,
    camera: options.wrapCamera?.(world, camera) ?? camera,
    ...(scanner && { scanner: { model: 'ld19' as const, read: () => scanner.read() } }),
    clock,
    virtual: !live,
    ...(live && { wall: () => performance.now() }),
    pace: (live ? inRealTime : asFastAsPossible)(clock, advance),
    outcome: (_, seen) => world.outcome((since) => seen.pausedMs(since)),
    close: () => {
      if (isPlugged()) robot.unplug()
    },
  }
}

/** A number on the wire that must not be zero: boot nonces, session ids. @param uniform in [0, 1) */
export const nonZeroWord = (uniform: number): number => 1 + Math.floor(uniform * (2 ** 32 - 1))
