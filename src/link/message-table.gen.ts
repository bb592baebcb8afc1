// Generated from firmware-protocol/schema.json by firmware-protocol/generate.ts; do not edit.
import type { Message } from './messages.gen.js'

export interface FieldSpec {
  readonly name: string
  readonly type: 'u8' | 'u16' | 'u32' | 'f32'
  /** array length; absent = one number */
  readonly count?: number
  readonly min?: number
  readonly max?: number
  /** of the number on the wire: m, rad/s, 0.1 kPa, … */
  readonly unit?: string
  /** of a field that came later than its message: what it says where it is left out */
  readonly default?: number
}

export interface MessageSpec {
  readonly kind: Message['kind']
  /** type byte of the frame */
  readonly id: number
  readonly dir: 'toFirmware' | 'toHost'
  /** `actuation` and `instant` are commands, executed exactly once */
  readonly role: 'link' | 'stream' | 'actuation' | 'instant' | 'telemetry'
  /** payload lengths, shortest first: a minor version that added fields made it longer */
  readonly lengths: readonly [number, ...number[]]
  /** bytes behind the known fields make it unreadable; otherwise they are skipped */
  readonly exact: boolean
  /** in the order of the wire, without padding */
  readonly fields: readonly FieldSpec[]
}

// prettier-ignore
export const MESSAGES: readonly MessageSpec[] = [
  { kind: 'hello', id: 0x01, dir: 'toFirmware', role: 'link', lengths: [12], exact: false, fields: [
    { name: 'protoMajor', type: 'u16' },
    { name: 'protoMinor', type: 'u16' },
    { name: 'schemaHash', type: 'u32' },
    { name: 'session', type: 'u32', min: 1, max: 4294967295 },
  ] },
  { kind: 'timeSync', id: 0x02, dir: 'toFirmware', role: 'link', lengths: [4], exact: false, fields: [
    { name: 'token', type: 'u32' },
  ] },
  { kind: 'heartbeat', id: 0x03, dir: 'toFirmware', role: 'link', lengths: [8, 9], exact: false, fields: [
    { name: 'session', type: 'u32' },
    { name: 'counter', type: 'u32' },
    { name: 'streams', type: 'u8', default: 0 },
  ] },
  { kind: 'getStats', id: 0x04, dir: 'toFirmware', role: 'link', lengths: [0], exact: false, fields: [] },
  { kind: 'setVelocity', id: 0x10, dir: 'toFirmware', role: 'stream', lengths: [22], exact: true, fields: [
    { name: 'session', type: 'u32' },
    { name: 'permitId', type: 'u32' },
    { name: 'vx', type: 'f32', min: -1, max: 1, unit: 'm/s' },
    { name: 'vy', type: 'f32', min: -1, max: 1, unit: 'm/s' },
    { name: 'wz', type: 'f32', min: -3, max: 3, unit: 'rad/s' },
    { name: 'ttlMs', type: 'u16', min: 20, max: 500, unit: 'ms' },
  ] },
  { kind: 'setSpeedScale', id: 0x11, dir: 'toFirmware', role: 'link', lengths: [14], exact: false, fields: [
    { name: 'session', type: 'u32' },
    { name: 'seq', type: 'u32' },
    { name: 'scale', type: 'u16', min: 0, max: 1000, unit: '0.001' },
    { name: 'ttlMs', type: 'u16', min: 0, max: 1000, unit: 'ms' },
    { name: 'holdMs', type: 'u16', unit: 'ms' },
  ] },
  { kind: 'placeOdometry', id: 0x12, dir: 'toFirmware', role: 'link', lengths: [22], exact: false, fields: [
    { name: 'session', type: 'u32' },
    { name: 'seq', type: 'u32' },
    { name: 'x', type: 'f32', min: -20, max: 20, unit: 'm' },
    { name: 'y', type: 'f32', min: -20, max: 20, unit: 'm' },
    { name: 'theta', type: 'f32', min: -3.2, max: 3.2, unit: 'rad' },
    { name: 'epoch', type: 'u16' },
  ] },
  { kind: 'moveTo', id: 0x20, dir: 'toFirmware', role: 'actuation', lengths: [34], exact: true, fields: [
    { name: 'session', type: 'u32' },
    { name: 'cmdId', type: 'u32' },
    { name: 'permitId', type: 'u32' },
    { name: 'x', type: 'f32', min: -10, max: 10, unit: 'm' },
    { name: 'y', type: 'f32', min: -10, max: 10, unit: 'm' },
    { name: 'theta', type: 'f32', min: -3.2, max: 3.2, unit: 'rad' },
    { name: 'vMax', type: 'f32', min: 0.01, max: 1, unit: 'm/s' },
    { name: 'aMax', type: 'f32', min: 0.1, max: 2, unit: 'm/s²' },
    { name: 'settleMs', type: 'u16', min: 0, max: 5000, unit: 'ms' },
  ] },
  { kind: 'push', id: 0x21, dir: 'toFirmware', role: 'actuation', lengths: [34], exact: true, fields: [
    { name: 'session', type: 'u32' },
    { name: 'cmdId', type: 'u32' },
    { name: 'permitId', type: 'u32' },
    { name: 'x', type: 'f32', min: -10, max: 10, unit: 'm' },
    { name: 'y', type: 'f32', min: -10, max: 10, unit: 'm' },
    { name: 'theta', type: 'f32', min: -3.2, max: 3.2, unit: 'rad' },
    { name: 'vMax', type: 'f32', min: 0.01, max: 1, unit: 'm/s' },
    { name: 'aMax', type: 'f32', min: 0.1, max: 2, unit: 'm/s²' },
    { name: 'settleMs', type: 'u16', min: 0, max: 5000, unit: 'ms' },
  ] },
  { kind: 'grip', id: 0x22, dir: 'toFirmware', role: 'actuation', lengths: [14], exact: true, fields: [
    { name: 'session', type: 'u32' },
    { name: 'cmdId', type: 'u32' },
    { name: 'permitId', type: 'u32' },
    { name: 'mask', type: 'u8', min: 1, max: 15 },
    { name: 'regrips', type: 'u8', min: 0, max: 5 },
  ] },
  { kind: 'release', id: 0x23, dir: 'toFirmware', role: 'actuation', lengths: [13], exact: true, fields: [
    { name: 'session', type: 'u32' },
    { name: 'cmdId', type: 'u32' },
    { name: 'permitId', type: 'u32' },
    { name: 'mask', type: 'u8', min: 1, max: 15 },
  ] },
  { kind: 'rotate', id: 0x24, dir: 'toFirmware', role: 'actuation', lengths: [13], exact: true, fields: [
    { name: 'session', type: 'u32' },
    { name: 'cmdId', type: 'u32' },
    { name: 'permitId', type: 'u32' },
    { name: 'mask', type: 'u8', min: 1, max: 15 },
  ] },
  { kind: 'stop', id: 0x28, dir: 'toFirmware', role: 'instant', lengths: [8], exact: false, fields: [
    { name: 'session', type: 'u32' },
    { name: 'cmdId', type: 'u32' },
  ] },
  { kind: 'estop', id: 0x29, dir: 'toFirmware', role: 'instant', lengths: [8], exact: false, fields: [
    { name: 'session', type: 'u32' },
    { name: 'cmdId', type: 'u32' },
  ] },
  { kind: 'estopReset', id: 0x2a, dir: 'toFirmware', role: 'instant', lengths: [12], exact: true, fields: [
    { name: 'session', type: 'u32' },
    { name: 'cmdId', type: 'u32' },
    { name: 'latchNonce', type: 'u32' },
  ] },
  { kind: 'setPose', id: 0x2b, dir: 'toFirmware', role: 'instant', lengths: [20], exact: true, fields: [
    { name: 'session', type: 'u32' },
    { name: 'cmdId', type: 'u32' },
    { name: 'x', type: 'f32', min: -10, max: 10, unit: 'm' },
    { name: 'y', type: 'f32', min: -10, max: 10, unit: 'm' },
    { name: 'theta', type: 'f32', min: -3.2, max: 3.2, unit: 'rad' },
  ] },
  { kind: 'helloAck', id: 0x81, dir: 'toHost', role: 'link', lengths: [27], exact: false, fields: [
    { name: 'protoMajor', type: 'u16' },
    { name: 'protoMinor', type: 'u16' },
    { name: 'schemaHash', type: 'u32' },
    { name: 'session', type: 'u32' },
    { name: 'bootId', type: 'u32' },
    { name: 'uptimeMs', type: 'u32', unit: 'ms' },
    { name: 'hbTimeoutMs', type: 'u16', unit: 'ms' },
    { name: 'telemetryMs', type: 'u16', unit: 'ms' },
    { name: 'accepted', type: 'u8', min: 0, max: 1 },
    { name: 'state', type: 'u16' },
  ] },
  { kind: 'timeReply', id: 0x82, dir: 'toHost', role: 'link', lengths: [8, 10], exact: false, fields: [
    { name: 'token', type: 'u32' },
    { name: 'tMs', type: 'u32', unit: 'ms' },
    { name: 'us', type: 'u16', default: 0, unit: 'µs' },
  ] },
  { kind: 'stats', id: 0x84, dir: 'toHost', role: 'link', lengths: [61], exact: false, fields: [
    { name: 'uptimeMs', type: 'u32', unit: 'ms' },
    { name: 'rxBytes', type: 'u32' },
    { name: 'rxFrames', type: 'u32' },
    { name: 'rxBadCobs', type: 'u32' },
    { name: 'rxBadCrc', type: 'u32' },
    { name: 'rxBadLength', type: 'u32' },
    { name: 'rxOversize', type: 'u32' },
    { name: 'rxSeqGaps', type: 'u32' },
    { name: 'txFrames', type: 'u32' },
    { name: 'txDropped', type: 'u32' },
    { name: 'execCount', type: 'u32' },
    { name: 'replayed', type: 'u32' },
    { name: 'refused', type: 'u32' },
    { name: 'hbLosses', type: 'u32' },
    { name: 'rxLost', type: 'u32' },
    { name: 'resetCause', type: 'u8' },
  ] },
  { kind: 'telemetry', id: 0x90, dir: 'toHost', role: 'telemetry', lengths: [98], exact: false, fields: [
    { name: 'tMs', type: 'u32', unit: 'ms' },
    { name: 'session', type: 'u32' },
    { name: 'x', type: 'f32', unit: 'm' },
    { name: 'y', type: 'f32', unit: 'm' },
    { name: 'theta', type: 'f32', unit: 'rad' },
    { name: 'vx', type: 'f32', unit: 'm/s' },
    { name: 'vy', type: 'f32', unit: 'm/s' },
    { name: 'wz', type: 'f32', unit: 'rad/s' },
    { name: 'wheels', type: 'f32', count: 3, unit: 'rad/s' },
    { name: 'vacuumKpa10', type: 'u16', count: 4, unit: '0.1 kPa' },
    { name: 'lift', type: 'u16', min: 0, max: 10000, unit: '1e-4' },
    { name: 'rotator', type: 'u16', min: 0, max: 10000, unit: '1e-4' },
    { name: 'batteryMv', type: 'u16', unit: 'mV' },
    { name: 'state', type: 'u16' },
    { name: 'inputs', type: 'u8' },
    { name: 'valves', type: 'u8', min: 0, max: 15 },
    { name: 'doneStatus', type: 'u8', min: 0, max: 15 },
    { name: 'doneDetail', type: 'u8' },
    { name: 'lastCmdId', type: 'u32' },
    { name: 'activeCmdId', type: 'u32' },
    { name: 'doneCmdId', type: 'u32' },
    { name: 'lastPermitId', type: 'u32' },
    { name: 'execCount', type: 'u32' },
    { name: 'rxFrames', type: 'u32' },
    { name: 'rxErrors', type: 'u16' },
    { name: 'rxSeqGaps', type: 'u16' },
    { name: 'latchNonce', type: 'u32' },
    { name: 'estopCause', type: 'u8' },
    { name: 'estopWheel', type: 'u8', min: 0, max: 2 },
  ] },
  { kind: 'event', id: 0x91, dir: 'toHost', role: 'telemetry', lengths: [15], exact: false, fields: [
    { name: 'eventSeq', type: 'u32' },
    { name: 'tMs', type: 'u32', unit: 'ms' },
    { name: 'cmdId', type: 'u32' },
    { name: 'code', type: 'u8', min: 1, max: 31 },
    { name: 'status', type: 'u8' },
    { name: 'detail', type: 'u8' },
  ] },
  { kind: 'odometry', id: 0x92, dir: 'toHost', role: 'telemetry', lengths: [38], exact: false, fields: [
    { name: 'tUs', type: 'u32', unit: 'µs' },
    { name: 'epoch', type: 'u16' },
    { name: 'flags', type: 'u16' },
    { name: 'turn', type: 'u32', count: 3, unit: '10 µrad' },
    { name: 'x', type: 'f32', unit: 'm' },
    { name: 'y', type: 'f32', unit: 'm' },
    { name: 'theta', type: 'f32', unit: 'rad' },
    { name: 'placeSeq', type: 'u32' },
    { name: 'speedScale', type: 'u16', unit: '0.001' },
  ] },
  { kind: 'commandAck', id: 0xa0, dir: 'toHost', role: 'telemetry', lengths: [11], exact: false, fields: [
    { name: 'cmdId', type: 'u32' },
    { name: 'reply', type: 'u8' },
    { name: 'state', type: 'u16' },
    { name: 'execCount', type: 'u32' },
  ] },
  { kind: 'nak', id: 0xaf, dir: 'toHost', role: 'telemetry', lengths: [4], exact: false, fields: [
    { name: 'frameType', type: 'u8' },
    { name: 'reply', type: 'u8' },
    { name: 'seq', type: 'u16' },
  ] },
]
