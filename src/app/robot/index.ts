/**
 * A robot of your own in TypeScript, as a driver of graft: the public API for other programs (docs/your-robot.md).
 * Everything else that it needs is internal and may change.
 */
export { VirtualClock, type Clock } from '#base/clock.js'
export { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
export type { Result } from '#base/result.js'
export { ms, type Ms } from '#base/units.js'
export type { DriverAddress } from '#adapters/drivers/driver-socket.js'
export {
  CONTRACT,
  type DriverHello,
  type DriverMessage,
  type DriverPeer,
  type FactValue,
  type HostMessage,
  type Observation,
  type PictureOffer,
  type SeenFact,
} from '#drivers/contract.js'
export { defineRobot, type DefinedRobot, type RobotDefinition } from '#drivers/define-robot.js'
export type { DriverSide } from '#drivers/driver-side.js'
export type { Seen, SkillControls, SkillEnd } from '#drivers/robot/defined-body.js'
export type { ParamTypes, ParamValues } from '#drivers/robot/skill-params.js'
export type { BodyFault, Wanted } from '#drivers/side/robot-body.js'
export { serveRobot, type ServedRobot } from './serve-robot.js'
