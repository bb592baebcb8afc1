import type { Plant, PlantDrive, PlantSense } from '#simulation/field/plant.js'
import type { World } from '#simulation/field/world/world.js'

/** What breaks between controller and world: a drive that does not do what it is asked, a sensor that lies. */
export interface PlantFault {
  /** what the world gets instead of what the controller asked */
  drive?(asked: PlantDrive, truth: PlantSense): PlantDrive
  /** what the controller gets instead of what is true */
  sense?(truth: PlantSense, asked: PlantDrive): PlantSense
}

/** The world of the virtual robot with broken parts in between. What is true stays known to the witness. */
export class BenchPlant implements Plant {
  readonly faults: PlantFault[] = []
  /** steps in which a fault has really changed what was asked or sensed */
  altered = 0
  readonly #world: World
  truth: PlantSense = AT_REST
  /** as the controller's pins have it */
  sensed: PlantSense = AT_REST

  constructor(world: World) {
    this.#world = world
  }

  step(commanded: PlantDrive): PlantSense {
    const drive = this.faults.reduce((each, fault) => fault.drive?.(each, this.truth) ?? each, commanded)
    this.truth = this.#world.step(drive)
    this.sensed = this.faults.reduce((each, fault) => fault.sense?.(each, commanded) ?? each, this.truth)
    if (differs(drive, commanded) || differs(this.sensed, this.truth)) this.altered++
    return this.sensed
  }
}

/** Flat objects of numbers, booleans and lists of them. */
function differs<T extends object>(one: T, other: T): boolean {
  if (one === other) return false
  return (Object.keys(one) as (keyof T)[]).some((key) => String(one[key]) !== String(other[key]))
}

const AT_REST: PlantSense = {
  wheels: [0, 0, 0],
  vacuumKpa: [0, 0, 0, 0],
  lift: 0,
  rotator: 0,
  batteryMv: 25_200,
  estop: false,
  bumper: false,
}
