import type { Mask, ZoneId } from '#base/field-map.js'
import type { Frame } from '../ports.js'
import type { Executed } from './blame/executed.js'
import { faceMask, type Answer } from './dialogue/answer.js'
import type { CriticReport } from './report.js'
import type { EarlierView } from './grounding/earlier-views.js'

/** How many findings of earlier reports a digest repeats; the rest is counted. */
const DIGEST_LINES = 12
/** of an episode; a tree that ends more units than this is looked back at no further (law 9) */
const MAX_VIEWS = 64

/** One picture of the episode, as far as the end of the episode wants to know it again. */
export interface Remark {
  readonly report: CriticReport
  /** s_t: how far the task was (LAGEA-07) */
  readonly progress: number
  /** what had been done by then */
  readonly executed: Executed
  /**
   * the picture itself, kept only for models that are shown several; null = the camera gave none, or nobody
   * needs it
   */
  readonly frame: Frame | null
}

/**
 * The critic's memory M of one episode (VRL-16, AMB-07): every report that it gave, what it saw for it, and
 * what the load zones looked like before anything was touched. A new episode gets a new one.
 */
export class CriticMemory {
  readonly episode: number
  readonly #remarks: Remark[] = []
  readonly #views: EarlierView[] = []
  #faces: ReadonlyMap<ZoneId, Mask> = new Map()

  constructor(episode: number) {
    this.episode = episode
  }

  get reports(): readonly CriticReport[] {
    return this.#remarks.map(({ report }) => report)
  }

  /** One a report, in the order of the pictures. */
  get remarks(): readonly Remark[] {
    return this.#remarks
  }

  /** What was seen in the pictures so far, oldest first. */
  get views(): readonly EarlierView[] {
    return this.#views
  }

  remember(remark: Remark): void {
    this.#remarks.push(remark)
  }

  /** What had been done when an issue of this name was first reported. */
  firstSeen(id: string): Executed | undefined {
    return this.#remarks.find(({ report }) =>
      report.issues.some((issue) => issue.id === id && issue.grounded !== 'refuted'),
    )?.executed
  }

  rememberView(view: EarlierView): void {
    this.#views.push(view)
    if (this.#views.length > MAX_VIEWS) this.#views.splice(1, 1)
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
    const lines = this.reports.flatMap(({ mode, step, issues }) =>
      issues.map((issue) => `${mode}${step > 0 ? ` ${step}` : ''}: ${issue.id} ${issue.grounded}`),
    )
    if (lines.length === 0) return '(nothing reported so far)'
    const more = lines.length - DIGEST_LINES
    return [...lines.slice(0, DIGEST_LINES), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
  }
}
