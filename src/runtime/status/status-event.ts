import type { AlarmRecord, EndReason, RefusalRecord, Update } from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import type { TraceEvent } from '#bt/trace.js'
import type { ModeChange } from '../modes.js'
import type { HealthRow } from '../health/health.js'
import type { Activity, StatusAlarm } from './service-status.js'

/** An event for observers. Numbered without gaps, so that a listener knows what it has missed. */
export type StatusEvent = StatusEventBody & {
  readonly seq: number
  /** wall clock, milliseconds since the epoch */
  readonly at: number
}

/** One kind of event. */
export type EventOf<K extends StatusEventBody['kind']> = Extract<StatusEvent, { readonly kind: K }>

/** Times `t` are milliseconds of the episode's clock. */
export type StatusEventBody =
  | { readonly kind: 'log'; readonly level: LogLevel; readonly source: string; readonly text: string }
  | { readonly kind: 'mode'; readonly change: ModeChange }
  | { readonly kind: 'activity'; readonly activity: Activity; readonly why: string }
  | {
      readonly kind: 'run'
      readonly run: string
      readonly field: string
      readonly what: 'begins' | 'ends'
      readonly why: string
    }
  /** a tree is about to run; `tree get` returns its document */
  | { readonly kind: 'tree'; readonly run: string; readonly episode: number; readonly hash: string }
  /** one status change of one node */
  | {
      readonly kind: 'node'
      readonly episode: number
      readonly event: TraceEvent
      /** what the step was judged by that has ended with this, in words: `picture, 95 % sure` */
      readonly judged?: string
    }
  /** one step of Algorithm 1 */
  | {
      readonly kind: 'step'
      readonly run: string
      readonly episode: number
      readonly t: number
      readonly step: StepEvent
    }
  | { readonly kind: 'refusal'; readonly episode: number; readonly refusal: RefusalRecord }
  | { readonly kind: 'alarm'; readonly id: string; readonly episode: number; readonly record: AlarmRecord }
  | { readonly kind: 'alarm-acknowledged'; readonly alarm: StatusAlarm }
  | {
      readonly kind: 'alarm-changed'
      /**
       * `worsened`: it asks again, whoever has acknowledged it; `reopened`: it was closed, and its cause is back.
       * Absent in what services of earlier versions say
       */
      readonly what?: 'repeated' | 'worsened' | 'reopened' | 'closed'
      readonly alarm: StatusAlarm
    }
  | {
      readonly kind: 'episode'
      readonly run: string
      readonly episode: number
      readonly score: number
      readonly endReason: EndReason
    }
  | {
      readonly kind: 'edit'
      readonly run: string
      readonly episode: number
      readonly update: Update
      /** of each edit of the patch, what it answers to, in words; '' for the twin's own. Earlier versions have none */
      readonly causes?: readonly string[]
    }
  /** the pose of the robot; at most ten a second */
  | {
      readonly kind: 'pose'
      readonly episode: number
      readonly t: number
      readonly x: number
      readonly y: number
      readonly theta: number
    }
  /** a picture was taken; `StatusView.picture` has its bytes */
  | {
      readonly kind: 'picture'
      readonly id: string
      readonly t: number
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'link'; readonly level: LogLevel; readonly text: string }
  | { readonly kind: 'health'; readonly row: HealthRow }
  | { readonly kind: 'policy'; readonly field: string; readonly hash: string; readonly what: string }
  /** an operator did something */
  | { readonly kind: 'operator'; readonly by: string; readonly role: string; readonly did: string }

export type StatusEventKind = StatusEventBody['kind']

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal'
