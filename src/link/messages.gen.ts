// Generated from firmware-protocol/schema.json by firmware-protocol/generate.ts; do not edit.

export const PROTOCOL = { major: 1, minor: 2, schemaHash: 0x00bcc8f8 } as const

/** Verdict on a received command or frame. */
export const Reply = {
  /** the command is executed */
  accepted: 0,
  /** a later id was accepted first: this one never ran and never will */
  superseded: 1,
  /** older than the window of 16: outcome no longer known */
  stale: 2,
  /** not the open session */
  noSession: 3,
  /** permitId is 0 */
  noPermit: 4,
  /** another actuation is running */
  busy: 5,
  /** the e-stop is latched */
  estop: 6,
  /** heartbeats are missing */
  commLoss: 7,
  /** a field is not finite or out of its range */
  badRange: 8,
  /** the base moves */
  notStanding: 9,
  /** lift or rotator is not where this command must start */
  notReady: 10,
  /** not the nonce of the current latch */
  wrongNonce: 11,
  /** the e-stop button is still pressed */
  inputPressed: 12,
  /** there is no e-stop to reset */
  notLatched: 13,
  /** the bumper is closed, and this way leads towards it */
  contact: 14,
  /** payload length does not fit the type */
  badLength: 16,
  /** no such message */
  unknownType: 17,
  /** a reserved flag bit is set */
  unknownFlags: 18,
  /** major or schema hash differ */
  noVersion: 19,
} as const
export type ReplyName = keyof typeof Reply

/** How an actuation command ended. */
export const DoneStatus = {
  /** nothing has ended since the last command began */
  none: 0,
  /** as asked, by measurement */
  ok: 1,
  /** gripper: some cups of the mask do not hold, or still hold */
  incomplete: 2,
  /** push: the bumper is open */
  slip: 3,
  /** no measured progress for 800 ms */
  stalled: 4,
  /** stands, but more than 5 mm or 0.02 rad away */
  offTarget: 5,
  /** lift or rotator did not arrive */
  timeout: 6,
  /** aborted by Stop */
  stopped: 7,
  /** aborted: heartbeats missing */
  commLoss: 8,
  /** aborted by the e-stop */
  estop: 9,
  /** aborted by a new session */
  sessionChanged: 10,
  /** move: the bumper is closed, more than 30 mm from the start and 15 mm from the target */
  contact: 11,
  /** PlaceOdometry would have moved the pose by more than 100 mm or 0.17 rad */
  poseJumped: 12,
  /** a speed scale of 0 held it for holdMs */
  obstructed: 13,
} as const
export type DoneStatusName = keyof typeof DoneStatus

/** What an Event tells. */
export const EventCode = {
  /** an actuation ended */
  commandDone: 1,
  /** heartbeat timeout */
  commLoss: 2,
  /** status tells by whom */
  estopLatched: 3,
  /** the latch was released */
  estopReset: 4,
  /** a cup that held a block no longer does */
  vacuumLost: 5,
  /** the firmware started; status is the ResetCause */
  booted: 6,
} as const
export type EventCodeName = keyof typeof EventCode

/** Why the firmware started. */
export const ResetCause = {
  /** the board does not tell */
  unknown: 0,
  /** the supply came up, or had fallen too low */
  power: 1,
  /** the reset pin: button or debugger */
  pin: 2,
  /** the program asked for it */
  software: 3,
  /** the control loop hung */
  watchdog: 4,
} as const
export type ResetCauseName = keyof typeof ResetCause

/** Who latched the e-stop. */
export const EstopCause = {
  /** the input */
  button: 1,
  /** the message */
  host: 2,
  /** what an encoder says cannot be its wheel's speed under this duty: dead, frozen, or the wrong way round */
  encoderFault: 3,
  /** a wheel is driven hard and stands while another one turns, or all of them for 1 s */
  wheelJammed: 4,
} as const
export type EstopCauseName = keyof typeof EstopCause

/** streams of Heartbeat */
export const StreamBit = {
  /** Odometry, with each Telemetry */
  odometry: 1,
} as const
export type StreamBitName = keyof typeof StreamBit

/** flags of Odometry */
export const OdometryBit = {
  /** the base stands and is not told to move */
  standing: 1,
} as const
export type OdometryBitName = keyof typeof OdometryBit

/** state of telemetry, HelloAck and CommandAck */
export const StateBit = {
  /** a session is open */
  session: 1,
  /** heartbeats missing */
  commLoss: 2,
  /** e-stop latched */
  estop: 4,
  /** the base moves or is told to */
  moving: 8,
  /** an actuation is running */
  busy: 16,
  /** the vacuum pump runs */
  pump: 32,
  /** lift target is down */
  liftDown: 64,
  /** rotator target is 1 */
  rotated: 128,
  /** motors are powered */
  motors: 256,
} as const
export type StateBitName = keyof typeof StateBit

/** inputs of telemetry */
export const InputBit = {
  /** pressed or wire broken */
  estop: 1,
  /** the shelf touches */
  bumper: 2,
} as const
export type InputBitName = keyof typeof InputBit

/** flags byte of a frame; all other bits are 0 */
export const FrameFlag = {
  /** a CommandAck is expected */
  needsAck: 1,
} as const
export type FrameFlagName = keyof typeof FrameFlag

/** Opens a session. Repeated every 20 ms until acknowledged; a repeat of the same session changes nothing. */
export interface Hello {
  readonly kind: 'hello'
  /** must be equal */
  readonly protoMajor: number
  /** the newest it knows; the lower of both sides is in force */
  readonly protoMinor: number
  /** must be equal */
  readonly schemaHash: number
  /** random, never 0; 1…4294967295 */
  readonly session: number
}

/** Asks for the firmware clock; the host keeps the answer with the shortest round trip. */
export interface TimeSync {
  readonly kind: 'timeSync'
  /** echoed */
  readonly token: number
}

/** Every 40 ms while the reflex loop is healthy. 200 ms without one is a comm loss. */
export interface Heartbeat {
  readonly kind: 'heartbeat'
  /** the session that Hello opened */
  readonly session: number
  /** must increase */
  readonly counter: number
  /** StreamBit mask: what to send as well */
  readonly streams: number
}

/** Asks for Stats. */
export interface GetStats {
  readonly kind: 'getStats'
}

/** Streamed setpoint for teleoperation: not acknowledged, the last one wins, it expires by itself. */
export interface SetVelocity {
  readonly kind: 'setVelocity'
  /** the session that Hello opened */
  readonly session: number
  /** the twin's permit; 0 is refused with noPermit */
  readonly permitId: number
  /** robot frame, forward; -1…1 m/s */
  readonly vx: number
  /** robot frame, left; -1…1 m/s */
  readonly vy: number
  /** counter-clockwise; -3…3 rad/s */
  readonly wz: number
  /** the setpoint is 0 after this time; 20…500 ms */
  readonly ttlMs: number
}

/** Holds every motion of the base to a share of its speed; lift, rotator and vacuum go on. The first one is a promise to say it again before ttlMs is over: a controller that hears nothing more lets the base stand. Only slows down, so it needs no permit. */
export interface SetSpeedScale {
  readonly kind: 'setSpeedScale'
  /** the session that Hello opened */
  readonly session: number
  /** must increase: an older one is ignored */
  readonly seq: number
  /** of the speed that the command allows; at 0 the base brakes at 2 m/s² and stands, and the command waits; 0…1000 0.001 */
  readonly scale: number
  /** the base stands after this time; 0 ends the promise: there is no limit any more; 0…1000 ms */
  readonly ttlMs: number
  /** a command that was held at 0 for so long ends as obstructed; 0 = it waits for ever; ms */
  readonly holdMs: number
}

/** Where the origin of the odometry lies in the field (map to odom of ROS REP 105). Absolute: a lost or repeated one does no harm. The pose follows at once at a stand, and at 60 mm/s and 0.15 rad/s while a command runs. Moves nothing, so it needs no permit. */
export interface PlaceOdometry {
  readonly kind: 'placeOdometry'
  /** the session that Hello opened */
  readonly session: number
  /** must increase: an older one is ignored */
  readonly seq: number
  /** field frame; -20…20 m */
  readonly x: number
  /** field frame; -20…20 m */
  readonly y: number
  /** field frame; -3.2…3.2 rad */
  readonly theta: number
  /** of the odometry that it is about: for another one it is ignored */
  readonly epoch: number
}

/** Drives a straight line with a trapezoidal speed profile, then stands for settleMs. */
export interface MoveTo {
  readonly kind: 'moveTo'
  /** the session that Hello opened */
  readonly session: number
  /** chosen once by the host, larger than every earlier one of the session */
  readonly cmdId: number
  /** the twin's permit; 0 is refused with noPermit */
  readonly permitId: number
  /** target, field frame; -10…10 m */
  readonly x: number
  /** target, field frame; -10…10 m */
  readonly y: number
  /** heading, counter-clockwise from +x; -3.2…3.2 rad */
  readonly theta: number
  /** cruise speed; 0.01…1 m/s */
  readonly vMax: number
  /** acceleration and deceleration; 0.1…2 m/s² */
  readonly aMax: number
  /** standing time before the command is done; 0…5000 ms */
  readonly settleMs: number
}

/** MoveTo against the shelf: the bumper must close within the first 60 mm and stay closed, else slip. */
export interface Push {
  readonly kind: 'push'
  /** the session that Hello opened */
  readonly session: number
  /** chosen once by the host, larger than every earlier one of the session */
  readonly cmdId: number
  /** the twin's permit; 0 is refused with noPermit */
  readonly permitId: number
  /** target, field frame; -10…10 m */
  readonly x: number
  /** target, field frame; -10…10 m */
  readonly y: number
  /** heading, counter-clockwise from +x; -3.2…3.2 rad */
  readonly theta: number
  /** cruise speed; 0.01…1 m/s */
  readonly vMax: number
  /** acceleration and deceleration; 0.1…2 m/s² */
  readonly aMax: number
  /** standing time before the command is done; 0…5000 ms */
  readonly settleMs: number
}

/** Lift down, vacuum on the cups of the mask, lift up. Cups without vacuum are tried again, regrips rounds at most. */
export interface Grip {
  readonly kind: 'grip'
  /** the session that Hello opened */
  readonly session: number
  /** chosen once by the host, larger than every earlier one of the session */
  readonly cmdId: number
  /** the twin's permit; 0 is refused with noPermit */
  readonly permitId: number
  /** bit per cup, bit 0 = cup 0; 1…15 */
  readonly mask: number
  /** rounds of 1.0 s each; 0…5 */
  readonly regrips: number
}

/** Lift down, vent the cups of the mask, lift up. */
export interface Release {
  readonly kind: 'release'
  /** the session that Hello opened */
  readonly session: number
  /** chosen once by the host, larger than every earlier one of the session */
  readonly cmdId: number
  /** the twin's permit; 0 is refused with noPermit */
  readonly permitId: number
  /** bit per cup, bit 0 = cup 0; 1…15 */
  readonly mask: number
}

/** Turns the blocks under the cups of the mask upside down (one full rotator travel). After an abort half way, only the same mask is accepted, and finishes the turn. */
export interface Rotate {
  readonly kind: 'rotate'
  /** the session that Hello opened */
  readonly session: number
  /** chosen once by the host, larger than every earlier one of the session */
  readonly cmdId: number
  /** the twin's permit; 0 is refused with noPermit */
  readonly permitId: number
  /** bit per cup, bit 0 = cup 0; 1…15 */
  readonly mask: number
}

/** Ramps to a stand and aborts the running command. Needs no permit. */
export interface Stop {
  readonly kind: 'stop'
  /** the session that Hello opened */
  readonly session: number
  /** chosen once by the host, larger than every earlier one of the session */
  readonly cmdId: number
}

/** Latches the e-stop before any other check: even of a wrong session, even a duplicate. */
export interface Estop {
  readonly kind: 'estop'
  /** the session that Hello opened */
  readonly session: number
  /** chosen once by the host, larger than every earlier one of the session */
  readonly cmdId: number
}

/** Releases the latch: the current nonce, input released, wheels standing. */
export interface EstopReset {
  readonly kind: 'estopReset'
  /** the session that Hello opened */
  readonly session: number
  /** chosen once by the host, larger than every earlier one of the session */
  readonly cmdId: number
  /** from telemetry; changes with each latch */
  readonly latchNonce: number
}

/** Sets the odometry. Only at standstill with no command running. */
export interface SetPose {
  readonly kind: 'setPose'
  /** the session that Hello opened */
  readonly session: number
  /** chosen once by the host, larger than every earlier one of the session */
  readonly cmdId: number
  /** target, field frame; -10…10 m */
  readonly x: number
  /** target, field frame; -10…10 m */
  readonly y: number
  /** heading, counter-clockwise from +x; -3.2…3.2 rad */
  readonly theta: number
}

/** Answer to Hello. */
export interface HelloAck {
  readonly kind: 'helloAck'
  /** of the firmware */
  readonly protoMajor: number
  /** of the firmware */
  readonly protoMinor: number
  /** of the firmware */
  readonly schemaHash: number
  /** the open session, 0 when none */
  readonly session: number
  /** random per boot: a change means that the firmware restarted */
  readonly bootId: number
  /** since boot; ms */
  readonly uptimeMs: number
  /** heartbeat timeout; ms */
  readonly hbTimeoutMs: number
  /** telemetry period; ms */
  readonly telemetryMs: number
  /** 1 = the session is open; 0 = major or schema hash differ; 0…1 */
  readonly accepted: number
  /** StateBit mask */
  readonly state: number
}

/** Answer to TimeSync. */
export interface TimeReply {
  readonly kind: 'timeReply'
  /** as asked */
  readonly token: number
  /** firmware clock; ms */
  readonly tMs: number
  /** and so long after that millisecond began; 0 where the board has no finer clock; µs */
  readonly us: number
}

/** Answer to GetStats; counts since boot. */
export interface Stats {
  readonly kind: 'stats'
  /** since boot; ms */
  readonly uptimeMs: number
  /** received */
  readonly rxBytes: number
  /** accepted */
  readonly rxFrames: number
  /** frames that are no COBS text */
  readonly rxBadCobs: number
  /** frames with a wrong CRC */
  readonly rxBadCrc: number
  /** shorter than header and CRC */
  readonly rxBadLength: number
  /** frames longer than any message */
  readonly rxOversize: number
  /** frames missing by sequence number */
  readonly rxSeqGaps: number
  /** frames sent */
  readonly txFrames: number
  /** whole frames that found no room */
  readonly txDropped: number
  /** commands executed */
  readonly execCount: number
  /** acknowledgements repeated for a known id */
  readonly replayed: number
  /** commands refused */
  readonly refused: number
  /** heartbeat timeouts */
  readonly hbLosses: number
  /** bytes that the receiver lost before anybody could read them */
  readonly rxLost: number
  /** ResetCause: why it started */
  readonly resetCause: number
}

/** The body, measured. 50 Hz from boot, with or without a session. */
export interface Telemetry {
  readonly kind: 'telemetry'
  /** firmware clock; ms */
  readonly tMs: number
  /** the open session, 0 when none */
  readonly session: number
  /** odometry from measured wheel speeds; m */
  readonly x: number
  /** odometry; m */
  readonly y: number
  /** odometry, counter-clockwise from +x; rad */
  readonly theta: number
  /** measured, robot frame; m/s */
  readonly vx: number
  /** measured, to the left; m/s */
  readonly vy: number
  /** measured, counter-clockwise; rad/s */
  readonly wz: number
  /** measured; rad/s */
  readonly wheels: readonly [number, number, number]
  /** under each cup; 0.1 kPa */
  readonly vacuumKpa10: readonly [number, number, number, number]
  /** 0 = up, 10000 = down; 0…10000 1e-4 */
  readonly lift: number
  /** 0 = first end, 10000 = second end; 0…10000 1e-4 */
  readonly rotator: number
  /** battery voltage; mV */
  readonly batteryMv: number
  /** StateBit mask */
  readonly state: number
  /** InputBit mask */
  readonly inputs: number
  /** cups connected to vacuum; 0…15 */
  readonly valves: number
  /** DoneStatus of the last actuation command; survives a change of session; 0…15 */
  readonly doneStatus: number
  /** gripper: cups holding; motion: distance to the target in mm, at most 255 */
  readonly doneDetail: number
  /** highest command id of the session */
  readonly lastCmdId: number
  /** running, 0 = none */
  readonly activeCmdId: number
  /** last finished actuation of the session, 0 = none */
  readonly doneCmdId: number
  /** permit of the last executed actuation; survives a change of session */
  readonly lastPermitId: number
  /** commands executed since boot */
  readonly execCount: number
  /** frames accepted since boot */
  readonly rxFrames: number
  /** frames refused since boot; wraps */
  readonly rxErrors: number
  /** frames missing since boot; wraps */
  readonly rxSeqGaps: number
  /** for EstopReset */
  readonly latchNonce: number
  /** EstopCause of the present latch, 0 = none */
  readonly estopCause: number
  /** encoderFault, wheelJammed: the wheel; else 0; 0…2 */
  readonly estopWheel: number
}

/** Sent at once and again with the next two telemetry frames; the host tells repeats by eventSeq. */
export interface Event {
  readonly kind: 'event'
  /** counts up from 1 at boot */
  readonly eventSeq: number
  /** firmware clock; ms */
  readonly tMs: number
  /** commandDone: the command; else 0 */
  readonly cmdId: number
  /** EventCode; 1…31 */
  readonly code: number
  /** commandDone: DoneStatus; estopLatched: EstopCause */
  readonly status: number
  /** commandDone: as doneDetail; vacuumLost: the cup; estopLatched: the wheel */
  readonly detail: number
}

/** How far the wheels have turned, never corrected; where Heartbeat asks for it, right before each Telemetry. */
export interface Odometry {
  readonly kind: 'odometry'
  /** firmware clock; wraps after 71.6 min; µs */
  readonly tUs: number
  /** changes when the pose was set: the way up to here is not one */
  readonly epoch: number
  /** OdometryBit mask */
  readonly flags: number
  /** sum of the measured turns of wheels 0, 1, 2; wraps: the difference is a signed number; 10 µrad */
  readonly turn: readonly [number, number, number]
  /** pose by the wheels alone since the last SetPose; m */
  readonly x: number
  /** the same; m */
  readonly y: number
  /** the same; -π…π; rad */
  readonly theta: number
  /** of the PlaceOdometry in effect; 0 = none */
  readonly placeSeq: number
  /** in effect; 1000 = no limit; 0.001 */
  readonly speedScale: number
}

/** On acceptance or refusal of a command; never means that it is complete. */
export interface CommandAck {
  readonly kind: 'commandAck'
  /** the command that is answered */
  readonly cmdId: number
  /** Reply; bit 7 = repeated answer to a known id */
  readonly reply: number
  /** StateBit mask */
  readonly state: number
  /** commands executed since boot */
  readonly execCount: number
}

/** A frame that is no command was refused. */
export interface Nak {
  readonly kind: 'nak'
  /** type byte of the refused frame */
  readonly frameType: number
  /** Reply */
  readonly reply: number
  /** sequence number of the refused frame */
  readonly seq: number
}

export type MessageToFirmware =
  | Hello
  | TimeSync
  | Heartbeat
  | GetStats
  | SetVelocity
  | SetSpeedScale
  | PlaceOdometry
  | MoveTo
  | Push
  | Grip
  | Release
  | Rotate
  | Stop
  | Estop
  | EstopReset
  | SetPose
export type MessageToHost = HelloAck | TimeReply | Stats | Telemetry | Event | Odometry | CommandAck | Nak
export type Message = MessageToFirmware | MessageToHost
