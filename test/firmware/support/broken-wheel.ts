import { stream, type Rng } from '#base/random.js'
import { EstopCause } from '#link/messages.gen.js'
import type { WireCommand } from '#link/wire-command.js'
import { Bench } from './bench.js'
import { MotorPlant, type WheelFault } from './motor-plant.js'

export const KINDS = ['move', 'slow move', 'turn', 'move and turn', 'push', 'velocity', 'crawl'] as const
export type Kind = (typeof KINDS)[number]

/** What the body did from the moment of the fault on, and what it was called. */
export interface Ending {
  /** degrees, millimetres: farthest from where it was */
  readonly turned: number
  readonly travelled: number
  readonly cause: string
  /** it names the wheel that was broken */
  readonly right: boolean
  /** ms from the fault to no duty on any wheel; Infinity = never */
  readonly took: number
  /** ms of impossible behaviour before that: the wheel stands under a duty that neither friction nor load explains, and another one turns */
  readonly impossible: number
  /** ms from the fault to motor enable low */
  readonly off: number
}

type Wheel = 0 | 1 | 2

/**
 * One motion with one broken wheel, on a robot of its own.
 * @param after ms of the motion before the fault; 0 = it is there from the start
 */
export function breakWheel(kind: Kind, fault: WheelFault, wheel: Wheel, seed: number, after = 0): Ending {
  const rng = stream('broken-wheel', kind, fault, wheel, seed)
  const plant = new MotorPlant(rng)
  const bench = new Bench({ plant }).connect()
  plant.bumper = kind === 'push'
  if (after === 0) plant.faults[wheel] = fault
  const motion = begin(bench, kind, wheel, rng)
  bench.run(after, motion)
  plant.faults[wheel] = fault
  return watch(bench, wheel, motion)
}

/** @returns called each millisecond: what a host goes on saying */
export function begin(bench: Bench<MotorPlant>, kind: Kind, wheel: Wheel, rng: Rng): () => boolean {
  if (kind === 'velocity' || kind === 'crawl') {
    const speed = kind === 'crawl' ? 0.01 + 0.04 * rng.next() : 0.1 + 0.5 * rng.next()
    const way = heading(wheel, rng)
    // it turns the wheel the same way as the drive does
    const share = Math.sign(Math.cos(way - across(wheel)))
    const wz = kind === 'crawl' ? 0 : share * rng.next()
    const setpoint = { permitId: 1, vx: speed * Math.cos(way), vy: speed * Math.sin(way), wz, ttlMs: 200 }
    return () => {
      if (bench.clock.now() % 100 === 0) bench.session.setVelocity(setpoint)
      return false
    }
  }
  bench.session.command(command(kind, wheel, rng))
  return () => false
}

function command(kind: Kind, wheel: Wheel, rng: Rng): WireCommand {
  const way = heading(wheel, rng)
  const far = kind === 'turn' ? 0 : 0.3 + rng.next()
  const to = { permitId: 1, x: far * Math.cos(way), y: far * Math.sin(way), settleMs: 300 }
  const turn = (0.5 + 2 * rng.next()) * (rng.chance(0.5) ? 1 : -1)
  switch (kind) {
    case 'push':
      return { kind: 'push', ...to, theta: 0, vMax: 0.075, aMax: 1 }
    case 'slow move':
      return { kind: 'moveTo', ...to, theta: 0, vMax: 0.05 + 0.1 * rng.next(), aMax: 0.3 }
    case 'turn':
    case 'move and turn':
      return { kind: 'moveTo', ...to, theta: turn, vMax: 0.6, aMax: 1 }
    case 'move':
    case 'velocity':
    case 'crawl':
      return { kind: 'moveTo', ...to, theta: 0, vMax: 0.2 + 0.4 * rng.next(), aMax: 0.5 + rng.next() }
  }
}

/** the way that a wheel rolls */
const across = (wheel: Wheel): number => ((60 + 120 * wheel + 90) * Math.PI) / 180

/** A way that this wheel takes part in: the one across it needs it not at all. */
function heading(wheel: Wheel, rng: Rng): number {
  return across(wheel) + (rng.next() - 0.5) * (Math.PI * 0.8) + (rng.chance(0.5) ? Math.PI : 0)
}

const CAUSES = Object.fromEntries(Object.entries(EstopCause).map(([name, value]) => [value, name]))
const PATIENCE = 4000
/** 20 % of static friction at 80 % of the voltage is 0.25; and load */
const EXPLAINED = 0.45

function watch(bench: Bench<MotorPlant>, wheel: Wheel, motion: () => boolean): Ending {
  const { plant } = bench
  const [x, y, theta] = [plant.x, plant.y, plant.theta]
  let [turned, travelled, took, off, impossible, rest] = [0, 0, Infinity, Infinity, 0, 0]
  let powered = false
  for (let ms = 0; ms < PATIENCE && rest < 60; ms++) {
    motion()
    bench.step()
    const { motorsEnabled, duty } = bench.robot.drive
    powered ||= motorsEnabled && duty.some((each) => each !== 0)
    if (powered && duty.every((each) => each === 0)) took = Math.min(took, ms)
    if (powered && !motorsEnabled) off = Math.min(off, ms)
    const another = plant.wheels.some((speed, i) => i !== wheel && speed !== 0)
    if (another && plant.wheels[wheel] === 0 && Math.abs(duty[wheel]) >= EXPLAINED) impossible++
    turned = Math.max(turned, (Math.abs(plant.theta - theta) * 180) / Math.PI)
    travelled = Math.max(travelled, Math.hypot(plant.x - x, plant.y - y) * 1000)
    rest = off < Infinity && plant.stands ? rest + 1 : 0
  }
  const { estopCause, estopWheel } = bench.telemetry
  return {
    turned,
    travelled,
    took,
    impossible,
    off,
    cause: CAUSES[estopCause] ?? 'none',
    right: estopWheel === wheel,
  }
}
