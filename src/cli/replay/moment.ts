import type { AlarmRecord, RefusalRecord } from '#learning/episode.js'
import type { CommandEntry } from '#runtime/run-log.js'
import type { CriticReport } from '#learning/critic/report.js'
import type { BlackboardEntry, Fact, TreeStatus } from '#runtime/status/service-status.js'
import type { ShownEpisode } from '#service/show/shown-episode.js'
import { TreeView } from '#runtime/status/tree-view.js'
import type { PlayedStep, ReplayWatch } from './re-execute.js'

/** Everything known at one moment of an episode. */
export interface Moment {
  /** ms of the episode's clock; the state is that after the previous turn */
  readonly t: number
  readonly mode: string
  readonly unit: string
  /** NaN where it is not known */
  readonly pose: NonNullable<ReturnType<ShownEpisode['pose']>>
  readonly tree: TreeStatus
  readonly facts: readonly Fact[]
  readonly blackboard: readonly BlackboardEntry[]
  readonly link: string
  /** issued but not yet completed */
  readonly pending: readonly Extract<CommandEntry, { kind: 'issued' }>[]
  readonly report: CriticReport | undefined
  readonly alarm: AlarmRecord | undefined
  readonly refusal: RefusalRecord | undefined
}

/** Follows a re-executed episode and reports its state at each turn. */
export class MomentWatch implements ReplayWatch {
  readonly #hash: string
  #shown: ShownEpisode | undefined
  #tree: TreeView | undefined
  readonly #pending = new Map<number, Extract<CommandEntry, { kind: 'issued' }>>()
  #report: CriticReport | undefined
  #alarm: AlarmRecord | undefined
  #refusal: RefusalRecord | undefined

  constructor(hash: string) {
    this.#hash = hash
  }

  prepared(shown: ShownEpisode): void {
    this.#shown = shown
    this.#tree = new TreeView(shown.parts.tree, this.#hash)
  }

  event(event: Parameters<NonNullable<ReplayWatch['event']>>[0]): void {
    this.#tree?.changed(event)
  }

  step(step: PlayedStep): void {
    if ('report' in step) this.#report = step.report
    if (step.kind === 'A') this.#alarm = step.alarm
  }

  command(entry: CommandEntry): void {
    if (entry.kind === 'issued') this.#pending.set(entry.id, entry)
    else this.#pending.delete(entry.id)
  }

  refusal(refusal: RefusalRecord): void {
    this.#refusal = refusal
  }

  /** The twin's current beliefs as text. */
  facts(): readonly Fact[] {
    return this.#shown?.facts() ?? []
  }

  /** @returns undefined before the episode is prepared */
  now(t: number): Moment | undefined {
    const [shown, tree] = [this.#shown, this.#tree]
    if (shown === undefined || tree === undefined) return undefined
    const { parts } = shown
    return {
      t,
      mode: parts.modes.mode,
      unit: parts.trace.runningUnit()?.label ?? '',
      pose: shown.pose() ?? NOT_KNOWN,
      tree: tree.status(),
      facts: this.facts(),
      blackboard: tree.blackboard(),
      link: parts.line.status,
      pending: [...this.#pending.values()],
      report: this.#report,
      alarm: this.#alarm,
      refusal: this.#refusal,
    }
  }
}

const NOT_KNOWN = { x: NaN, y: NaN, theta: NaN }
