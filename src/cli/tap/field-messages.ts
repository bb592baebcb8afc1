import { replyName } from '#link/command-queue.js'
import type { FieldSpec } from '#link/message-table.gen.js'
import { specOf } from '#link/message-codec.js'
import {
  DoneStatus,
  EstopCause,
  EventCode,
  InputBit,
  StateBit,
  type Event,
  type Message,
  type Telemetry,
} from '#link/messages.gen.js'

/** `moveTo #3`: name and number of a message. */
export function nameMessage(message: Message): string {
  return 'cmdId' in message && message.kind !== 'event' ? `${message.kind} #${message.cmdId}` : message.kind
}

/** The fields of a message as text with units, without the ids that `nameMessage` shows. */
export function sayFields(message: Message): string {
  switch (message.kind) {
    case 'telemetry':
      return sayTelemetry(message)
    case 'event':
      return sayEvent(message)
    case 'commandAck':
      return `${sayReply(message.reply)}  ${sayBits(message.state, StateBit)}  executed ${message.execCount}`
    case 'nak':
      return `${sayReply(message.reply)}  frame type ${hex(message.frameType)} number ${message.seq}`
    case 'hello':
    case 'timeSync':
    case 'heartbeat':
    case 'getStats':
    case 'setVelocity':
    case 'setSpeedScale':
    case 'placeOdometry':
    case 'moveTo':
    case 'push':
    case 'grip':
    case 'release':
    case 'rotate':
    case 'stop':
    case 'estop':
    case 'estopReset':
    case 'setPose':
    case 'helloAck':
    case 'timeReply':
    case 'stats':
    case 'odometry':
      return fieldsOf(message)
  }
}

/** `DoneStatus` as text, with its detail where meaningful. */
export function sayDone(status: string, detail: number, command: Message['kind'] | undefined): string {
  if (command === 'moveTo' || command === 'push')
    return `${status}, ${detail === 255 ? '255 mm or more' : `${detail} mm`} from the target`
  if (command === 'grip' || command === 'release' || command === 'rotate')
    return `${status}, ${sayCups(detail)} holding`
  return status
}

/** The reply of a CommandAck or Nak. */
const sayReply = (reply: number): string => replyName(reply) ?? `reply ${reply}`

function fieldsOf(message: Message): string {
  const values = message as unknown as Readonly<Record<string, number | readonly number[]>>
  return specOf(message.kind)
    .fields.filter(({ name }) => name !== 'cmdId' && !(name === 'session' && 'cmdId' in message))
    .filter((field) => values[field.name] !== field.default)
    .map((field) => `${LABELS[field.name] ?? `${field.name} `}${sayField(field, values[field.name] ?? 0)}`)
    .join('  ')
}

const LABELS: Readonly<Record<string, string>> = { permitId: 'permit ', mask: '', accepted: '' }
const HEX: readonly string[] = ['session', 'schemaHash', 'bootId', 'token', 'latchNonce']

function sayField(field: FieldSpec, value: number | readonly number[]): string {
  if (typeof value !== 'number') return value.map((one) => sayField(field, one)).join(' ')
  if (HEX.includes(field.name)) return hex(value)
  if (field.name === 'mask') return sayCups(value)
  if (field.name === 'accepted') return value === 1 ? 'accepted' : 'refused'
  if (field.name === 'state') return sayBits(value, StateBit)
  const unit = field.unit === undefined ? '' : ` ${field.unit}`
  return field.type === 'f32' ? `${value.toFixed(3)}${unit}` : `${value}${unit}`
}

function sayTelemetry(t: Telemetry): string {
  const kpa = t.vacuumKpa10.map((value) => (value / 10).toFixed(1)).join(' ')
  return [
    `at ${t.x.toFixed(3)} ${t.y.toFixed(3)} m ${t.theta.toFixed(3)} rad`,
    `speed ${t.vx.toFixed(3)} ${t.vy.toFixed(3)} m/s ${t.wz.toFixed(3)} rad/s`,
    `vacuum ${kpa} kPa`,
    `lift ${(t.lift / 1e4).toFixed(2)}`,
    `rotator ${(t.rotator / 1e4).toFixed(2)}`,
    `${(t.batteryMv / 1000).toFixed(1)} V`,
    sayBits(t.state, StateBit),
    ...(t.inputs === 0 ? [] : [`inputs ${sayBits(t.inputs, InputBit)}`]),
    ...(t.activeCmdId === 0 ? [] : [`runs #${t.activeCmdId}`]),
    `executed ${t.execCount}`,
    `last permit ${t.lastPermitId}`,
  ].join('  ')
}

function sayEvent({ code, cmdId, status, detail, eventSeq }: Event): string {
  const name = nameIn(EventCode, code)
  const number = `(event ${eventSeq})`
  switch (name) {
    case 'commandDone':
      return `#${cmdId} done: ${nameIn(DoneStatus, status)}  detail ${detail}  ${number}`
    case 'estopLatched':
      return (
        `${name} by ${nameIn(EstopCause, status)}` +
        `${status > EstopCause.host ? ` of wheel ${detail}` : ''}  ${number}`
      )
    case 'vacuumLost':
      return `${name} at cup ${detail}  ${number}`
    default:
      return `${name}  ${number}`
  }
}

function sayCups(mask: number): string {
  const cups = [0, 1, 2, 3].filter((cup) => (mask & (1 << cup)) !== 0)
  return cups.length === 0 ? 'no cup' : `cup${cups.length === 1 ? '' : 's'} ${cups.join(' ')}`
}

function sayBits(value: number, names: Readonly<Record<string, number>>): string {
  const set = Object.entries(names).flatMap(([name, bit]) => ((value & bit) === 0 ? [] : [name]))
  return set.length === 0 ? '-' : set.join('+')
}

const nameIn = (names: Readonly<Record<string, number>>, value: number): string =>
  Object.entries(names).find(([, number]) => number === value)?.[0] ?? `${value}`
const hex = (value: number): string => value.toString(16).padStart(2, '0')
