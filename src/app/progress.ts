import type { TreeDoc } from '#bt/document.js'
import { nodeAt } from '#bt/paths.js'
import type { Status } from '#bt/status.js'
import type { TraceEvent } from '#bt/trace.js'
import { AlarmsOfEpisodes } from '#learning/alarms.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import type { TaskRules } from '#learning/score.js'
import type { Feedback } from '#robots/skills/host.js'
import type { RunListener } from '#runtime/run-event.js'
import { sayJudgement } from '#worlds/run/judgement.js'
import { describePatch } from './command-line/words.js'
import type { RunView, StepProgress, UnitProgress } from './view.js'

/** Turns events into what a view shows. */
export class Progress {
  readonly #view: RunView
  readonly #rules: TaskRules
  #tree: TreeDoc | undefined
  #episode = 0
  #units = 0
  #scoreSoFar = 0
  #shown = { label: '', t: -Infinity }
  readonly #judged = new JudgedSteps()
  readonly #alarms: AlarmsOfEpisodes

  /** @param before finished episodes of a run that is resumed: what they have raised, and lasts, is not new */
  constructor(view: RunView, rules: TaskRules, before: readonly EpisodeRecord[]) {
    this.#view = view
    this.#rules = rules
    this.#alarms = new AlarmsOfEpisodes(before)
  }

  readonly listen: RunListener = (event, episode) => {
    if (event.kind === 'turn') this.#turn(episode, event.unit, event.t)
    else if (event.kind === 'outcome') this.#scoreSoFar = this.#rules.score(event.outcome).total
    else if (event.kind === 'step') this.#step(episode, event.step, event.t)
    else if (event.kind === 'tree') this.#tree = event.doc
    else if (event.kind === 'feedback') this.#judged.note(event.feedback)
    else if (event.kind === 'node') this.#action(event.event)
    else if (event.kind === 'link') this.#view.link({ kind: 'note', ...event.note })
    else if (event.kind === 'committed') {
      this.#view.episode(event.record, this.#alarms.of(episode))
      const { update } = event.record
      this.#view.edit(episode, update, describePatch(update.patch, this.#tree))
    }
  }

  /** Called fifty times a virtual second; people want to see new units and a running clock. */
  #turn(episode: number, label: string, t: number): void {
    this.#enter(episode)
    if (label === this.#shown.label && t < this.#shown.t + MIN_UPDATE_MS) return
    this.#shown = { label, t }
    this.#unit(this.#units + 1, label, t, 'RUNNING')
  }

  #step(episode: number, step: StepEvent, t: number): void {
    this.#enter(episode)
    if (step.kind === 'X') this.#unit(++this.#units, step.label, t, step.status)
    if (step.kind === 'I' || step.kind === 'M' || step.kind === 'F') this.#view.assessment(step.report)
    const changes = this.#alarms.step(episode, step)
    if (step.kind !== 'A') return
    const raised = changes.filter(({ what }) => what === 'raised').map(({ alarm }) => alarm)
    this.#view.alarm(episode, step.alarm, raised)
  }

  #action({ path, node, args, from, to, reason = '' }: TraceEvent): void {
    const status = from === 'RUNNING' ? ENDED[to] : BEGUN[to]
    const judged = this.#judged.take(path)
    if (status === undefined || this.#tree === undefined) return
    if (nodeAt(this.#tree, path)?.kind !== 'action') return
    const why = status === 'failed' ? reason : ''
    this.#view.step?.({ skill: node, args, status, reason: why, ...judged })
  }

  #unit(unit: number, label: string, t: number, status: UnitProgress['status']): void {
    this.#view.unit({ episode: this.#episode, unit, label, t, status, scoreSoFar: this.#scoreSoFar })
  }

  #enter(episode: number): void {
    if (episode === this.#episode) return
    this.#episode = episode
    this.#units = 0
    this.#scoreSoFar = 0
    this.#shown = { label: '', t: -Infinity }
  }
}

/**
 * What steps were judged by, in words: feedback on a step comes just before its leaf ends, and views hear of leaves.
 */
export class JudgedSteps {
  readonly #byPath = new Map<string, string>()

  note({ path, judged }: Pick<Feedback, 'path' | 'judged'>): void {
    const words = judged === undefined ? '' : sayJudgement(judged.after)
    if (words !== '') this.#byPath.set(path, words)
  }

  /** A leaf has changed its status: what was said of its step belongs to that change and to no later one. */
  take(path: string): { readonly judged?: string } {
    const judged = this.#byPath.get(path)
    this.#byPath.delete(path)
    return judged === undefined ? {} : { judged }
  }
}

/** What a change of status means for an action that was not running, and for one that was. */
const BEGUN: Readonly<Partial<Record<Status, StepProgress['status']>>> = {
  RUNNING: 'begun',
  SUCCESS: 'skipped',
  FAILURE: 'failed',
}
const ENDED: Readonly<Partial<Record<Status, StepProgress['status']>>> = {
  SUCCESS: 'done',
  FAILURE: 'failed',
  IDLE: 'left',
}

const MIN_UPDATE_MS = 200
