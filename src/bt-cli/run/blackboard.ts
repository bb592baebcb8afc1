import { err, ok, type Result } from '#base/result.js'
import type { Blackboard } from '#bt/blackboard.js'
import { jsonOfValue, type Json } from '#bt-tools/tape/json.js'
import { BOOL, DOUBLE, INT64, STRING } from '#bt/value/types.js'

/** A blackboard entry to set before the first tick. */
export interface Entry {
  readonly key: string
  readonly text: string
}

/** Parses `key=value`. */
export function parseEntry(text: string): Result<Entry, string> {
  const at = text.indexOf('=')
  if (at < 1) return err(`expected key=value, got ${JSON.stringify(text)}`)
  return ok({ key: text.slice(0, at).trim(), text: text.slice(at + 1) })
}

/** Writes an entry: integers, numbers and true/false get their type; everything else stays text. */
export function writeEntry(blackboard: Blackboard, { key, text }: Entry): void {
  if (/^-?\d{1,18}$/.test(text)) blackboard.set(key, INT64, BigInt(text))
  else if (/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) blackboard.set(key, DOUBLE, Number(text))
  else if (/^(true|false)$/.test(text)) blackboard.set(key, BOOL, text === 'true')
  else blackboard.set(key, STRING, text)
}

/** The content of the blackboard as JSON. */
export function blackboardJson(blackboard: Blackboard): Json {
  const keys = [...blackboard.keys()].sort()
  return Object.fromEntries(keys.map((key) => [key, jsonOfValue(blackboard.value(key))]))
}
