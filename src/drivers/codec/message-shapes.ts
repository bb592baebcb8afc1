import type {
  CommandProgress,
  CommandResult,
  DriverBeat,
  DriverHello,
  Execute,
  FactValue,
  Observation,
  RefusalCode,
} from '../contract.js'
import {
  fail,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
  whole,
  type Shape,
} from './shapes.js'

const NAME = /^[A-Za-z_][\w-]{0,63}$/
const MAX_NAMES = 256
const MAX_READINGS = 10_000
/** a day, ms */
const DAY = 86_400_000
const name = text(64, NAME, 'a name of at most 64 letters, digits, _ and -')
const factName = text(64, NAME, 'the name of a fact without its brackets: location for location(mug)')
const pictureNames = list(name, MAX_NAMES)
const factNames = list(factName, MAX_NAMES)
const reference = text(4096)
const finite = number(-Number.MAX_VALUE, Number.MAX_VALUE)

const factValue: Shape<FactValue> = {
  read: (value, at) => {
    if (typeof value === 'boolean') return value
    if (typeof value === 'number') return finite.read(value, at)
    if (typeof value === 'string') return reference.read(value, at)
    return fail(
      at,
      'text, a number, or true or false; each thing has a fact of its own: location(mug)',
      value,
    )
  },
  schema: { type: ['string', 'number', 'boolean'] },
}

const version = object({ major: whole(0), minor: whole(0) })

export const hello: Shape<DriverHello> = object({
  contract: version,
  robot: text(200),
  boot: text(200),
  skills: list(object({ name, params: list(name, 64), timeoutMs: number(1, DAY) }), MAX_NAMES),
  facts: factNames,
  pictures: list(object({ name, width: whole(1, 65_535), height: whole(1, 65_535) }), MAX_NAMES),
  stopMs: number(0, 60_000),
  heartbeatMs: number(100, 10_000),
})

export const openSession = object({ session: text(200, /^.+$/), contract: version })

export const execute: Shape<Execute> = object({
  id: whole(1),
  permit: whole(1),
  skill: name,
  params: record(factValue, 64),
  deadlineMs: number(0, DAY),
})

export const wanted = object({ facts: optional(factNames), pictures: optional(pictureNames) })

export const observation: Shape<Observation> = object({
  facts: list(
    object({
      fact: text(400),
      value: factValue,
      confidence: number(0, 1),
      ageMs: number(0, Number.MAX_VALUE),
      sensor: optional(name),
    }),
    MAX_READINGS,
  ),
  pictures: optional(record(reference, MAX_NAMES)),
})

export const result: Shape<CommandResult> = object({
  id: whole(1),
  status: oneOf('ok', 'failed', 'stopped'),
  reason: optional(text(4096)),
})

export const progress: Shape<CommandProgress> = object({ id: whole(1), fraction: number(0, 1) })

export const driverBeat: Shape<DriverBeat> = object({
  heard: whole(0),
  moving: flag,
  safe: flag,
  why: optional(oneOf('start', 'estop', 'silence', 'fault')),
  unreachable: optional(text(4096)),
})

export const hostBeat = object({ n: whole(1) })
export const nothing = object({})
export const rpcNumber = whole(0)

/** The error codes of refusals (docs/DRIVER.md), in the range that JSON-RPC leaves to applications. */
export const REFUSAL_CODES: Readonly<Record<RefusalCode, number>> = {
  contract: -32001,
  'no-session': -32002,
  safe: -32003,
  busy: -32004,
  'repeated-id': -32005,
  'used-permit': -32006,
  expired: -32007,
  'unknown-skill': -32008,
  'bad-params': -32602,
  failed: -32000,
}

/** @returns `failed` for a code that this version does not know: a refusal stays a refusal */
export const refusalOf = (code: number): RefusalCode => byNumber.get(code) ?? 'failed'

const byNumber = new Map(Object.entries(REFUSAL_CODES).map(([reason, code]) => [code, reason as RefusalCode]))
