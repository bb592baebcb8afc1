import type { PlantDrive } from '#simulation/plant.js'

/** What is true of the robot in one millisecond, as the simulated world knows it. */
export interface Truth {
  /** what the controller asks of the drives */
  readonly drive: PlantDrive
  /** how fast the wheels really turn, rad/s */
  readonly wheels: readonly number[]
  /** where the lift really is, 0 = up */
  readonly lift: number
  /** the e-stop input as the controller's pin has it */
  readonly estop: boolean
  /** bit per cup: a block really hangs there */
  readonly held: number
}
