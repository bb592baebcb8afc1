/**
 * The boundary between controller and world: what the firmware drives and what it measures, once per millisecond. The
 * virtual robot's world implements `Plant`; on hardware the board does (firmware-protocol/README.md).
 */
export interface Plant {
  /** advances the world by one millisecond */
  step(drive: PlantDrive): PlantSense
}

export interface PlantDrive {
  /** wheel speed setpoints, rad/s, wheels at 60°, 180°, 300° from the robot's heading */
  readonly wheels: readonly [number, number, number]
  /** output of the wheels' speed loops: −1…1 of full voltage; for plants that model their motors */
  readonly duty: readonly [number, number, number]
  /** true only while a permitted command is in effect, and for a second after it */
  readonly motorsEnabled: boolean
  readonly pump: boolean
  /** bit per cup, 0…3: the cup is connected to vacuum; 0 vents it */
  readonly valves: number
  /** lift target: 0 = up (driving height), 1 = down (on the floor); travels its range in 1.2 s */
  readonly lift: 0 | 1
  /** rotator target, 0 or 1: each full travel (3.0 s) turns the blocks under `rotateMask` upside down */
  readonly rotator: 0 | 1
  /** bit per cup that follows the rotator */
  readonly rotateMask: number
  /** false = lift and rotator are braked where they are; true only while a cleared gripper command runs (law 2) */
  readonly gripperMoves: boolean
}

/** What a controller commands before its first millisecond: nothing moves, nothing is held. */
export const AT_REST: PlantDrive = {
  wheels: [0, 0, 0],
  duty: [0, 0, 0],
  motorsEnabled: false,
  pump: false,
  valves: 0,
  lift: 0,
  rotator: 0,
  rotateMask: 0,
  gripperMoves: false,
}

export interface PlantSense {
  /** measured wheel speeds, rad/s */
  readonly wheels: readonly [number, number, number]
  /** absolute value of the vacuum under each cup, kPa: about 60 holding a block, below 15 open to the air */
  readonly vacuumKpa: readonly [number, number, number, number]
  /** measured positions, 0…1 */
  readonly lift: number
  readonly rotator: number
  readonly batteryMv: number
  /** true = pressed or wire broken (normally-closed contact) */
  readonly estop: boolean
  /** front bumper switch: true = it touches the shelf */
  readonly bumper: boolean
}
