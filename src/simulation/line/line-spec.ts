import { didYouMean } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import {
  CHANCES,
  SPANS,
  type ChannelFaults,
  type LineEvent,
  type LineFaults,
  type Span,
} from './line-faults.js'

const EVENTS = ['stall', 'silence'] as const
const DIRECTIONS = ['toFirmware', 'toHost'] as const
/** one minute: by then every session is long over */
const MAX_MS = 60_000
const MAX_AT_S = 86_400

/**
 * Parses the faults of a serial line (docs/bad-line.md): `drop=0.05,toHost.delayMs=5..20,stall@12s=150`. A fault
 * applies to one direction if prefixed with its name, else to both; an event has its start in seconds and its length
 * in ms.
 * @returns the faults, or one sentence that says what is wrong and what was expected
 */
export function parseLine(text: string): Result<LineFaults, string> {
  const ways = { toFirmware: {} as Writable, toHost: {} as Writable }
  const events: LineEvent[] = []
  const set = new Set<string>()
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const match = /^(?:(toFirmware|toHost)\.)?([A-Za-z]+)(?:@(\d+(?:\.\d+)?)s)?=(.+)$/.exec(part)
    if (match === null) return err(`${quoted(part)} is not NAME=VALUE; ${EXAMPLE}`)
    const [, way, name = '', second, value = ''] = match
    const read =
      second === undefined ? readFault(name, value) : readEvent(name, Number(second), value, way ?? 'both')
    if (!read.ok) return read
    if ('at' in read.value) {
      events.push(read.value)
      continue
    }
    const which = way === undefined ? name : `${way}.${name}`
    if (set.has(which)) return err(`${which} is given twice: once is enough`)
    set.add(which)
    for (const one of DIRECTIONS) if (way === undefined || way === one) Object.assign(ways[one], read.value)
  }
  return ok({ ...ways, events })
}

const EXAMPLE = 'expected faults such as drop=0.05,duplicate=0.02,toHost.delayMs=5..20,stall@12s=150'
type Writable = Partial<ChannelFaults>
const quoted = (text: string): string => JSON.stringify(text)

function readFault(name: string, value: string): Result<Partial<ChannelFaults>, string> {
  if (isOneOf(CHANCES, name)) {
    const chance = Number(value)
    if (NUMBER.test(value) && chance >= 0 && chance <= 1) return ok({ [name]: chance })
    return err(`${name} is a chance from 0 to 1, such as ${name}=0.05, not ${quoted(value)}`)
  }
  if (isOneOf(SPANS, name)) {
    const span = readSpan(value)
    if (span !== undefined) return ok({ [name]: span })
    return err(
      `${name} is whole milliseconds up to ${MAX_MS}, such as ${name}=20 or ${name}=5..20, not ${quoted(value)}`,
    )
  }
  if (name === 'unit') {
    if (value === 'frames' || value === 'chunks') return ok({ unit: value })
    return err(`unit is frames or chunks, not ${quoted(value)}`)
  }
  const known = [...CHANCES, ...SPANS, 'unit']
  const near = didYouMean(name, known)
  return err(
    `there is no fault ${quoted(name)}${
      near === undefined ? '' : `: did you mean ` + `${near}?`
    }; known are ${known.join(', ')}`,
  )
}

function readEvent(name: string, second: number, value: string, way: string): Result<LineEvent, string> {
  if (!isOneOf(EVENTS, name))
    return err(
      `what happens at a set time is a stall or a silence, such as stall@12s=150, not ${quoted(name)}`,
    )
  const length = readSpan(value)
  if (length === undefined || length.min !== length.max || length.min === 0 || second > MAX_AT_S)
    return err(
      `${name}@${second}s lasts whole milliseconds from 1 to ${MAX_MS}, within a day, such as ` +
        `${name}@12s=150, not ${quoted(value)}`,
    )
  return ok({ at: Math.round(second * 1000), for: length.min, way: way as LineEvent['way'], does: name })
}

function readSpan(value: string): Span | undefined {
  const match = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(value)
  if (match === null) return undefined
  const span = { min: Number(match[1]), max: Number(match[2] ?? match[1]) }
  return span.min <= span.max && span.max <= MAX_MS ? span : undefined
}

const NUMBER = /^(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const isOneOf = <T extends string>(list: readonly T[], name: string): name is T =>
  (list as readonly string[]).includes(name)
