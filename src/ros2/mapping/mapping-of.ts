import { InvariantError } from '#base/result.js'
import { readPath } from '../bridge/json-object.js'
import { readExpression, type Expression } from './expression.js'
import type { RawMapping, RawSkill } from './mapping-schema.js'
import type { FactMapping, Mapping, SkillMapping } from './mapping.js'

/** Makes a mapping of what was read. @param raw checked by `checkMapping` and found without errors */
export function mappingOf(raw: RawMapping, skills: ReadonlyMap<string, RawSkill>): Mapping {
  const { url, name, stopMs, heartbeatMs, places, stop, standing, estop } = raw
  return {
    url,
    name,
    stopMs,
    heartbeatMs,
    places,
    skills: new Map([...skills].map(([skill, given]) => [skill, skillOf(given)])),
    facts: new Map(Object.entries(raw.facts).map(([fact, given]) => [fact, factOf(given)])),
    stop,
    standing,
    estop: estop && {
      topic: estop.topic,
      type: estop.type,
      pressed: expressionOf(estop.pressed),
      maxAgeMs: estop.maxAgeSeconds === undefined ? undefined : 1000 * estop.maxAgeSeconds,
    },
  }
}

function skillOf(raw: RawSkill): SkillMapping {
  const shared = {
    type: raw.type,
    timeoutMs: Math.round(1000 * raw.timeoutSeconds),
    params: raw.params,
    success: raw.success === undefined ? undefined : expressionOf(raw.success),
    successText: raw.success,
  }
  if ('service' in raw) return { ...shared, kind: 'service', service: raw.service, request: raw.request }
  const { action, goal, progress, evenIfAborted } = raw
  const field = typeof progress === 'object' ? progress.remaining : progress
  return {
    ...shared,
    kind: 'action',
    action,
    goal,
    evenIfAborted,
    progress:
      field === undefined ? undefined : { path: pathOf(field), remaining: typeof progress === 'object' },
  }
}

function factOf({ topic, type, value, maxAgeSeconds }: RawMapping['facts'][string]): FactMapping {
  const shared = { topic, type, maxAgeMs: 1000 * maxAgeSeconds }
  if (typeof value === 'string')
    return { ...shared, value: { kind: 'expression', expression: expressionOf(value) } }
  const { nearest, within, otherwise, frame } = value
  return { ...shared, value: { kind: 'nearest', path: pathOf(nearest), within, otherwise, frame } }
}

function expressionOf(text: string): Expression {
  const read = readExpression(text)
  if ('expected' in read) throw new InvariantError(`an expression was not checked: ${text}`)
  return read
}

function pathOf(text: string): readonly (string | number)[] {
  const path = readPath(text)
  if (path === undefined) throw new InvariantError(`a field was not checked: ${text}`)
  return path
}
