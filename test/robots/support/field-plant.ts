import { SLOTS, type FieldMap, type Slot, type ZoneId } from '#base/field-map.js'
import { Windup } from '#simulation/field/world/windup.js'
import type { Plant, PlantDrive, PlantSense } from '#simulation/field/plant.js'

/** A field without noise, with knobs for what can go wrong. Heading stays 0; a zone's cups meet its slots at its dock. */
export class FieldPlant implements Plant {
  /** what lies where: zone → slots with a block */
  readonly blocks = new Map<ZoneId, Set<Slot>>()
  readonly carried = new Set<Slot>()
  /** cups that never build up vacuum */
  readonly leaking = new Set<Slot>()
  /** cups that keep their block when they are vented with the lift down */
  readonly sticking = new Set<Slot>()
  /** the wheels slip: telemetry sees them turn, the robot does not move */
  slipping = false
  jammed = false
  rotatorJammed = false
  /** the shelf is felt, on its track */
  bumper = true
  estop = false
  x: number
  y: number
  readonly #map: FieldMap
  #wheels: [number, number, number] = [0, 0, 0]
  readonly #windup = new Windup()
  #vacuum: [number, number, number, number] = [0, 0, 0, 0]
  #lift = 0
  #rotator = 0

  constructor(map: FieldMap) {
    this.#map = map
    for (const zone of map.zones) this.blocks.set(zone.id, new Set(zone.kind === 'load' ? SLOTS : []))
    this.x = map.home.at.x
    this.y = map.home.at.y
  }

  /** A carried block falls. */
  drop(cup: Slot): void {
    this.carried.delete(cup)
  }

  step(drive: PlantDrive): PlantSense {
    for (const i of [0, 1, 2] as const) {
      const target = this.jammed || !drive.motorsEnabled ? 0 : drive.wheels[i]
      this.#wheels[i] += (target - this.#wheels[i]) / 20
    }
    this.#roll()
    const held = this.#windup.step(this.jammed ? drive.duty : [0, 0, 0])
    if (drive.gripperMoves && drive.motorsEnabled) this.#travel(drive)
    for (const cup of SLOTS) this.#suck(cup, drive)
    return {
      wheels: [this.#wheels[0] + held[0], this.#wheels[1] + held[1], this.#wheels[2] + held[2]],
      vacuumKpa: [...this.#vacuum],
      lift: this.#lift,
      rotator: this.#rotator,
      batteryMv: 22_200,
      estop: this.estop,
      bumper: this.bumper && this.#atShelf(),
    }
  }

  #atShelf(): boolean {
    const { at, target } = this.#map.shelf
    const along = Math.min(Math.max(this.x, Math.min(at.x, target.x)), Math.max(at.x, target.x))
    return Math.hypot(this.x - along, this.y - at.y) <= 0.01
  }

  #travel(drive: PlantDrive): void {
    this.#lift = towards(this.#lift, drive.lift, 1 / 1199)
    if (!this.rotatorJammed) this.#rotator = towards(this.#rotator, drive.rotator, 1 / 2999)
  }

  #roll(): void {
    if (this.slipping) return
    const [a, b, c] = this.#wheels
    const k = (0.05 * 2) / 3 / 1000
    this.x += k * (Math.sqrt(3) / 2) * (c - a)
    this.y += k * (0.5 * a - b + 0.5 * c)
  }

  #suck(cup: Slot, drive: PlantDrive): void {
    const below = this.#below()
    const opened = on(drive.valves, cup)
    if (!opened && this.#lift > 0.95 && this.carried.has(cup) && !this.sticking.has(cup)) {
      this.carried.delete(cup)
      below?.add(cup)
    }
    const reaches = opened && drive.pump && this.#lift > 0.95 && !this.leaking.has(cup)
    if (reaches && below?.has(cup) === true) {
      below.delete(cup)
      this.carried.add(cup)
    }
    const target = this.carried.has(cup) ? 60 : opened ? 8 : 0
    this.#vacuum[cup] += (target - this.#vacuum[cup]) / 5
  }

  #below(): Set<Slot> | undefined {
    const zone = this.#map.zones.find(({ at }) => Math.hypot(at.x - this.x, at.y - this.y) < 0.03)
    return zone === undefined ? undefined : this.blocks.get(zone.id)
  }
}

const on = (bits: number, cup: Slot): boolean => ((bits >> cup) & 1) === 1
/** The last step ends exactly at the target, whatever the sum of the steps before it rounds to. */
const towards = (value: number, target: number, step: number): number =>
  Math.abs(target - value) <= step * 1.000001 ? target : value + Math.sign(target - value) * step
