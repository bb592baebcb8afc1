import type { TraceEvent } from '#bt/trace.js'
import { reasonsInWords } from '#learning/critic/report.js'
import type { RefusalRecord } from '#learning/episode.js'
import type { CommandEntry } from '#runtime/run-log.js'
import { printable } from '#terminal/paint.js'
import { withArgs } from './find.js'
import { nameOfCommand, seconds } from './moment-text.js'
import type { PlayedStep, ReplayWatch } from './re-execute.js'

/** Reports what happens between two times of an episode. */
export class TimelineWatch implements ReplayWatch {
  readonly #from: number
  readonly #until: number
  readonly #say: (t: number, what: string, text: string) => void

  /** @param from, until ms of the episode's clock, both inclusive */
  constructor(from: number, until: number, say: (t: number, what: string, text: string) => void) {
    this.#from = from
    this.#until = until
    this.#say = say
  }

  event({ t, path, node, args, from, to, reason }: TraceEvent): void {
    const why = reason === undefined ? '' : `: ${reason}`
    this.#tell(t, 'node', `${path} ${withArgs(node, args)} ${from} → ${to}${why}`)
  }

  step(step: PlayedStep): void {
    if ('report' in step) this.#tell(step.t, 'critic', step.report.summary)
    if (step.kind === 'A') this.#tell(step.t, 'alarm', reasonsInWords(step.alarm.reasons))
    if (step.kind === 'X') this.#tell(step.t, 'unit', `${step.label}: ${step.status}`)
  }

  command(entry: CommandEntry): void {
    this.#tell(entry.at, 'command', `${entry.id} ${entry.kind}: ${stateOf(entry)}`)
  }

  refusal({ t, command, text }: RefusalRecord): void {
    this.#tell(t, 'refused', `${command}: ${text}`)
  }

  #tell(t: number, what: string, text: string): void {
    if (t >= this.#from && t <= this.#until) this.#say(t, what, text)
  }
}

function stateOf(entry: CommandEntry): string {
  if (entry.kind === 'issued') return nameOfCommand(entry.command)
  return typeof entry.state === 'string' ? entry.state : entry.state.done
}

export const timelineLine = (t: number, what: string, text: string): string =>
  `${seconds(t).padStart(11)}  ${what.padEnd(8)} ${printable(text, 160)}`
