import type { TraceEvent } from '#bt/trace.js'
import { reasonsInWords } from '#learning/critic/report.js'
import type { RefusalRecord } from '#learning/episode.js'
import type { Fact } from '#runtime/status/service-status.js'
import type { MomentWatch } from './moment.js'
import type { PlayedStep, ReplayWatch } from './re-execute.js'

/** The first occurrence of a text in an episode. */
export interface Found {
  /** ms of the episode's clock */
  readonly t: number
  readonly what: 'node' | 'fact' | 'refusal' | 'step'
  readonly text: string
}

/** Searches for a text, ignoring case, in the events and in the twin's beliefs. */
export class Finder implements ReplayWatch {
  readonly #wanted: string
  readonly #moments: MomentWatch
  readonly #believed = new Map<string, string>()
  found: Found | undefined

  constructor(text: string, moments: MomentWatch) {
    this.#wanted = text.toLowerCase()
    this.#moments = moments
  }

  event({ t, path, node, args, to, reason = '' }: TraceEvent): void {
    this.#look(t, 'node', `${withArgs(node, args)} at ${path}: ${to}${reason === '' ? '' : `, ${reason}`}`)
  }

  refusal({ t, command, nodePath, checkId, text, because = '' }: RefusalRecord): void {
    this.#look(t, 'refusal', `${command} at ${nodePath}: ${checkId}, ${text} ${because}`.trim())
  }

  step(step: PlayedStep): void {
    if ('report' in step) this.#look(step.t, 'step', `${step.kind}: ${step.report.summary}`)
    if (step.kind === 'A')
      this.#look(step.t, 'step', `alarm: ${reasonsInWords(step.alarm.reasons)}: ${step.alarm.text}`)
  }

  /** @param t end of the turn */
  turn(t: number): void {
    for (const { subject, text } of this.#moments.facts()) this.#fact(t, { subject, text })
  }

  #fact(t: number, { subject, text }: Fact): void {
    if (this.#believed.get(subject) === text) return
    this.#believed.set(subject, text)
    this.#look(t, 'fact', `${subject}: ${text}`)
  }

  #look(t: number, what: Found['what'], text: string): void {
    if (this.found === undefined && text.toLowerCase().includes(this.#wanted)) this.found = { t, what, text }
  }
}

/** `MoveToZone zone=1` */
export const withArgs = (node: string, args: TraceEvent['args']): string =>
  [node, ...Object.entries(args).map(([name, value]) => `${name}=${value}`)].join(' ')
