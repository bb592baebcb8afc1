import { isDeeper } from '#base/nesting.js'
import { isObject, type JsonObject } from './json-object.js'

/** What graft sends to the bridge: the operations of the rosbridge protocol, version 2, that a driver needs. */
export type BridgeOp =
  | {
      readonly op: 'send_action_goal'
      readonly id: string
      readonly action: string
      readonly action_type: string
      readonly args: JsonObject
      readonly feedback: true
    }
  | { readonly op: 'cancel_action_goal'; readonly id: string; readonly action: string }
  | {
      readonly op: 'call_service'
      readonly id: string
      readonly service: string
      readonly type: string
      readonly args: JsonObject
      /** how long the bridge waits for the answer, seconds; from 2.2 on, where it is 5 s without */
      readonly timeout?: number
    }
  | {
      readonly op: 'subscribe'
      readonly id: string
      readonly topic: string
      readonly type: string
      /** least time between two messages, ms */
      readonly throttle_rate: number
      /** 1: only the newest that has not been sent yet is kept; 0: every message is sent */
      readonly queue_length: 0 | 1
    }
  | { readonly op: 'unsubscribe'; readonly id: string; readonly topic: string }
  | { readonly op: 'advertise'; readonly id: string; readonly topic: string; readonly type: string }
  | { readonly op: 'publish'; readonly topic: string; readonly msg: JsonObject }

/** The status of an ended goal (`action_msgs/msg/GoalStatus`); a bridge that gives none has not seen it. */
type GoalStatus = 'succeeded' | 'canceled' | 'aborted' | 'unknown'

/** What the bridge says. `values` is whatever it has sent: nothing in it has been looked at. */
export type BridgeMessage =
  | {
      readonly kind: 'result'
      readonly id: string
      readonly action: string
      readonly status: GoalStatus
      /** false: the goal was not accepted, or the bridge could not follow it; `values` is then its text */
      readonly accepted: boolean
      readonly values: unknown
    }
  | { readonly kind: 'feedback'; readonly id: string; readonly action: string; readonly values: unknown }
  | {
      readonly kind: 'response'
      readonly id: string
      readonly service: string
      readonly accepted: boolean
      readonly values: unknown
    }
  | { readonly kind: 'topic'; readonly topic: string; readonly message: JsonObject }
  | {
      readonly kind: 'status'
      readonly level: string
      readonly id: string | undefined
      readonly text: string
    }
  /** @see decodeBridge */
  | { readonly kind: 'malformed'; readonly id: string | undefined; readonly why: string }
  | { readonly kind: 'other' }

/** of lists and objects in one another: messages of ROS have a few */
const MOST_LEVELS = 32

/** of a text that is shown to people */
const MAX_TEXT = 300

/**
 * Reads one frame of the bridge; never throws. A frame that is no message, or one of a known operation whose parts have
 * wrong types, is `malformed`, with the id that it names; an operation that a driver has no use for is `other`.
 */
export function decodeBridge(frame: string): BridgeMessage {
  if (isDeeper(frame, MOST_LEVELS))
    return { kind: 'malformed', id: undefined, why: `nested deeper than ${MOST_LEVELS} levels` }
  let json: unknown
  try {
    json = JSON.parse(frame)
  } catch {
    const topic = /"topic"\s*:\s*"([\w/]{1,100})"/.exec(frame.slice(0, MAX_TEXT))?.[1]
    const why =
      topic === undefined ? 'no JSON' : `a message on ${topic} that is no JSON: has it NaN or Infinity?`
    return { kind: 'malformed', id: undefined, why }
  }
  if (!isObject(json) || typeof json['op'] !== 'string')
    return { kind: 'malformed', id: undefined, why: 'no object with an op' }
  const id = idOf(json['id'])
  const malformed = (why: string): BridgeMessage => ({ kind: 'malformed', id, why })
  switch (json['op']) {
    case 'action_result':
      return resultOf(json, id) ?? malformed('an action_result with parts of wrong types')
    case 'action_feedback':
      return id === undefined || typeof json['action'] !== 'string'
        ? malformed('action_feedback without id or action')
        : { kind: 'feedback', id, action: json['action'], values: json['values'] }
    case 'service_response':
      return id === undefined || typeof json['service'] !== 'string' || typeof json['result'] !== 'boolean'
        ? malformed('a service_response with parts of wrong types')
        : { kind: 'response', id, service: json['service'], accepted: json['result'], values: json['values'] }
    case 'publish':
      return typeof json['topic'] !== 'string' || !isObject(json['msg'])
        ? malformed(
            `publish without topic or msg${typeof json['topic'] === 'string' ? `: ${textOf(json['topic'])}` : ''}`,
          )
        : { kind: 'topic', topic: json['topic'], message: json['msg'] }
    case 'status':
      return { kind: 'status', level: textOf(json['level']), id, text: textOf(json['msg']) }
    default:
      return { kind: 'other' }
  }
}

/** What the bridge says in `values` where something has failed, in short. */
export const textOf = (values: unknown): string =>
  (typeof values === 'string' ? values : (JSON.stringify(values) ?? '')).slice(0, MAX_TEXT)

/** `action_msgs/msg/GoalStatus`: the states in which a goal has ended */
const ENDED: ReadonlyMap<unknown, GoalStatus> = new Map([
  [4, 'succeeded'],
  [5, 'canceled'],
  [6, 'aborted'],
])

function resultOf(json: JsonObject, id: string | undefined): BridgeMessage | undefined {
  const { action, status, result, values } = json
  if (id === undefined || typeof action !== 'string' || typeof result !== 'boolean') return undefined
  // bridges before 2.0 give no status where a goal was cancelled, and say that it failed
  if (!result) return { kind: 'result', id, action, status: 'unknown', accepted: false, values }
  const ended = ENDED.get(status)
  const isFit = values === undefined || values === null || isObject(values)
  return ended === undefined || !isFit
    ? undefined
    : { kind: 'result', id, action, status: ended, accepted: true, values: values ?? {} }
}

const idOf = (id: unknown): string | undefined =>
  typeof id === 'string' ? id : typeof id === 'number' ? String(id) : undefined
