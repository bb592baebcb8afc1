import type { ParamTypes } from '#drivers/robot/skill-params.js'
import type { JsonObject } from '../bridge/json-object.js'
import type { Expression } from './expression.js'
import type { Places } from './template.js'

/** A mapping file that has been read and checked: what a skill, a fact and a stop are on this robot. */
export interface Mapping {
  /** `ws://…` */
  readonly url: string
  readonly name: string
  readonly stopMs: number
  readonly heartbeatMs: number
  readonly places: Places
  readonly skills: ReadonlyMap<string, SkillMapping>
  readonly facts: ReadonlyMap<string, FactMapping>
  /** what is sent on a stop, besides cancelling all goals */
  readonly stop: { readonly publish: readonly PublishMapping[]; readonly call: readonly CallMapping[] }
  readonly standing: StandingMapping | undefined
  readonly estop: EstopMapping | undefined
}

interface AnySkillMapping {
  readonly type: string
  readonly timeoutMs: number
  readonly params: ParamTypes
  /** what must hold for it to have succeeded, besides that ROS says so */
  readonly success: Expression | undefined
  readonly successText: string | undefined
}

export type SkillMapping = AnySkillMapping &
  (
    | {
        readonly kind: 'action'
        readonly action: string
        readonly goal: JsonObject
        /** `success` is asked of an aborted goal as well: a gripper's that has closed on something */
        readonly evenIfAborted: boolean
        readonly progress: ProgressMapping | undefined
      }
    | { readonly kind: 'service'; readonly service: string; readonly request: JsonObject }
  )

interface ProgressMapping {
  readonly path: readonly (string | number)[]
  /** the field goes to 0, from whatever it is at most; else it goes from 0 to 1 */
  readonly remaining: boolean
}

export interface FactMapping {
  readonly topic: string
  readonly type: string
  readonly maxAgeMs: number
  readonly value:
    | { readonly kind: 'expression'; readonly expression: Expression }
    | {
        readonly kind: 'nearest'
        /** of a point with x and y */
        readonly path: readonly (string | number)[]
        /** metres */
        readonly within: number
        readonly otherwise: string
        readonly frame: string
      }
}

interface PublishMapping {
  readonly topic: string
  readonly type: string
  readonly message: JsonObject
}

interface CallMapping {
  readonly service: string
  readonly type: string
  readonly request: JsonObject
}

/** How one sees that the base stands: its odometry. */
export interface StandingMapping {
  readonly topic: string
  readonly type: string
  /** whose motion it shows */
  readonly skills: readonly string[]
  /** m/s, and rad/s: slower than this counts as standing */
  readonly linear: number
  readonly angular: number
  /** it stands when it has been that slow for this long, ms */
  readonly forMs: number
}

interface EstopMapping {
  readonly topic: string
  readonly type: string
  readonly pressed: Expression
  /** pressed, as far as anybody knows, when nothing newer was heard; `undefined`: the last word counts for ever */
  readonly maxAgeMs: number | undefined
}
