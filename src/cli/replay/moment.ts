import type { FieldMap, Pose } from '#base/field-map.js'
import type { AlarmRecord, RefusalRecord } from '#learning/episode.js'
import type { JournalEntry } from '#link/wire-command.js'
import type { CriticReport } from '#learning/critic/report.js'
import type { FieldEpisode } from '#runtime/field/prepare.js'
import type { BlackboardEntry, Fact, TreeStatus } from '#runtime/status/service-status.js'
import { beliefsOf } from '#service/show/shown-field.js'
import { TreeView } from '#service/show/tree-view.js'
import type { PlayedStep, ReplayWatch } from './re-execute.js'

/** Everything known at one moment of an episode. */
export interface Moment {
  /** ms of the episode's clock; the state is that after the previous turn */
  readonly t: number
  readonly mode: string
  readonly unit: string
  readonly pose: Pose
  readonly tree: TreeStatus
  readonly facts: readonly Fact[]
  readonly blackboard: readonly BlackboardEntry[]
  readonly link: string
  /** issued but not yet completed */
  readonly pending: readonly Extract<JournalEntry, { kind: 'issued' }>[]
  readonly report: CriticReport | undefined
  readonly alarm: AlarmRecord | undefined
  readonly refusal: RefusalRecord | undefined
}

/** Follows a re-executed episode and reports its state at each turn. */
export class MomentWatch implements ReplayWatch {
  readonly #map: FieldMap
  readonly #hash: string
  #parts: FieldEpisode | undefined
  #tree: TreeView | undefined
  readonly #pending = new Map<number, Extract<JournalEntry, { kind: 'issued' }>>()
  #report: CriticReport | undefined
  #alarm: AlarmRecord | undefined
  #refusal: RefusalRecord | undefined

  constructor(map: FieldMap, hash: string) {
    this.#map = map
    this.#hash = hash
  }

  prepared(parts: FieldEpisode): void {
    this.#parts = parts
    this.#tree = new TreeView(parts.tree, this.#hash)
  }

  event(event: Parameters<NonNullable<ReplayWatch['event']>>[0]): void {
    this.#tree?.changed(event)
  }

  step(step: PlayedStep): void {
    if ('report' in step) this.#report = step.report
    if (step.kind === 'A') this.#alarm = step.alarm
  }

  command(entry: JournalEntry): void {
    if (entry.kind === 'issued') this.#pending.set(entry.id, entry)
    else this.#pending.delete(entry.id)
  }

  refusal(refusal: RefusalRecord): void {
    this.#refusal = refusal
  }

  /** The twin's current beliefs as text. */
  facts(): readonly Fact[] {
    return this.#parts === undefined ? [] : beliefsOf(this.#parts.robot.state(), this.#map)
  }

  /** @returns undefined before the episode is prepared */
  now(t: number): Moment | undefined {
    const [parts, tree] = [this.#parts, this.#tree]
    if (parts === undefined || tree === undefined) return undefined
    return {
      t,
      mode: parts.modes.mode,
      unit: parts.trace.runningUnit()?.label ?? '',
      pose: parts.robot.state().robot.pose,
      tree: tree.status(),
      facts: this.facts(),
      blackboard: tree.blackboard(),
      link: parts.session.status,
      pending: [...this.#pending.values()],
      report: this.#report,
      alarm: this.#alarm,
      refusal: this.#refusal,
    }
  }
}
