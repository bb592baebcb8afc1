import type { Mask, ZoneId } from '#base/field-map.js'
import type { Frame } from '#learning/ports.js'
import type { Executed } from './blame/executed.js'
import { faceMask, type Answer } from './dialogue/answer.js'
import type { CriticReport } from '#learning/critic/report.js'
import { PoseWatch } from '../perception/pose-watch.js'
import type { EarlierView } from './grounding/earlier-views.js'

/** Number of findings of earlier reports repeated in a digest; the rest are counted. */
const DIGEST_LINES = 12
/** maximum views per episode; with more units than this, older views are dropped (law 9) */
const MAX_VIEWS = 64

/** What is kept of one picture for the end of the episode. */
export interface MemoryEntry {
  readonly report: CriticReport
  /** s_t: progress of the task (LAGEA-07) */
  readonly progress: number
  /** what had been executed by then */
  readonly executed: Executed
  /** the picture itself, kept only for models that are shown several; null = no picture, or not needed */
  readonly frame: Frame | null
}

/**
 * The critic's memory M of one episode (VRL-16, AMB-07): all its reports, what it saw for each, and what the load zones
 * looked like before anything was touched. Each episode gets a new one.
 */
export class CriticMemory {
  readonly episode: number
  readonly pose = new PoseWatch()
  readonly #entries: MemoryEntry[] = []
  readonly #views: EarlierView[] = []
  #faces: ReadonlyMap<ZoneId, Mask> = new Map()

  constructor(episode: number) {
    this.episode = episode
  }

  get reports(): readonly CriticReport[] {
    return this.#entries.map(({ report }) => report)
  }

  /** One per report, in the order of the pictures. */
  get entries(): readonly MemoryEntry[] {
    return this.#entries
  }

  /** Views of the pictures so far, oldest first. */
  get views(): readonly EarlierView[] {
    return this.#views
  }

  remember(entry: MemoryEntry): void {
    this.#entries.push(entry)
  }

  /** What had been executed when this issue was first reported. */
  firstSeen(id: string): Executed | undefined {
    return this.#entries.find(({ report }) =>
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

  /** Orange-up slots of a zone before the episode; `undefined` when they were not fully visible. */
  orangeAtStart(zone: ZoneId): Mask | undefined {
    return this.#faces.get(zone)
  }

  /** Digest of the reports of this episode so far, for prompts: one line per issue, in order. */
  digest(): string {
    const lines = this.reports.flatMap(({ mode, step, issues }) =>
      issues.map((issue) => `${mode}${step > 0 ? ` ${step}` : ''}: ${issue.id} ${issue.grounded}`),
    )
    if (lines.length === 0) return '(nothing reported so far)'
    const more = lines.length - DIGEST_LINES
    return [...lines.slice(0, DIGEST_LINES), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
  }
}
