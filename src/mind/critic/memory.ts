import type { Mask, ZoneId } from '../../base/field-map.js'
import { faceMask, type Answer } from './dialogue/answer.js'
import type { CriticReport } from './report.js'

/** How many findings of earlier reports a digest repeats; the rest is counted. */
const DIGEST_LINES = 12

/**
 * The critic's memory M of one episode (VRL-16, AMB-07): every report that it gave, and what the load zones looked like
 * before anything was touched. A new episode gets a new one.
 */
export class CriticMemory {
  readonly episode: number
  readonly #reports: CriticReport[] = []
  #faces: ReadonlyMap<ZoneId, Mask> = new Map()

  constructor(episode: number) {
    this.episode = episode
  }

  get reports(): readonly CriticReport[] {
    return this.#reports
  }

  remember(report: CriticReport): void {
    this.#reports.push(report)
  }

  /** Keeps the orange-up slots of each zone that INITIAL could see in full. */
  rememberSetup(answer: Answer): void {
    const seen = [...answer.zones].filter(([, { faces }]) => !faces.includes('hidden'))
    this.#faces = new Map(seen.map(([zone, line]) => [zone, faceMask(line, 'orange')]))
  }

  /** orange-up slots of a zone before the episode; `undefined` when nobody saw them */
  orangeAtStart(zone: ZoneId): Mask | undefined {
    return this.#faces.get(zone)
  }

  /** What was reported so far in this episode, for prompts: one line an issue, in order. */
  digest(): string {
    const lines = this.#reports.flatMap(({ mode, step, issues }) =>
      issues.map((issue) => `${mode}${step > 0 ? ` ${step}` : ''}: ${issue.id} ${issue.grounded}`),
    )
    if (lines.length === 0) return '(nothing reported so far)'
    const more = lines.length - DIGEST_LINES
    return [...lines.slice(0, DIGEST_LINES), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
  }
}
