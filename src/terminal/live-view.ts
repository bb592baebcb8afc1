import { alarmsOfRun, raisedIn, type Alarm, type AlarmInEpisode } from '#learning/alarms.js'
import { bestEpisode, type AlarmRecord, type EpisodeRecord, type Update } from '#learning/episode.js'
import type { CriticReport } from '#learning/critic/report.js'
import type { LinkProgress } from '#app/connections/await-controller.js'
import { causesOfPatch } from '#app/command-line/run-words.js'
import { plural, tenths } from '#app/command-line/words.js'
import { closingLines, type ClosingOptions } from './closing.js'
import { LiveRegion } from './live-region.js'
import {
  alarmLine,
  driftLines,
  editLines,
  episodeLine,
  headLines,
  isDebugNote,
  linkLine,
  resumedLines,
  criticText,
} from './lines.js'
import { printable } from './paint.js'
import type { Output, RunEnd, RunInfo, RunView, UnitProgress } from '#app/view.js'

/** Calls `draw` repeatedly until the returned function is called. */
export type Animate = (draw: () => void) => () => void

const BETWEEN_EPISODES = { unit: 'getting ready', t: 0, scoreSoFar: 0, assessment: '' }

/** For a terminal: finished episodes stay as lines; three lines below them show the current state. */
export class LiveView implements RunView {
  readonly #region: LiveRegion
  readonly #options: ClosingOptions
  readonly #stopAnimation: () => void
  #now: Now = {
    ...BETWEEN_EPISODES,
    episodes: 0,
    episode: 1,
    best: undefined,
    alarms: 0,
    isStopping: false,
  }
  #last: EpisodeRecord | undefined
  #best: EpisodeRecord | undefined
  #frame = 0
  #isPaused = false

  constructor(out: Output, options: ClosingOptions, animate: Animate = tenTimesASecond) {
    this.#region = new LiveRegion(out)
    this.#options = options
    this.#stopAnimation = animate(() => {
      this.#frame++
      this.#draw()
    })
  }

  start({ manifest, finished }: RunInfo): void {
    const alarms = alarmsOfRun(finished)
    const raised = alarms.reduce((sum, of) => sum + raisedIn(of), 0)
    this.#now = { ...this.#now, episodes: manifest.episodes, alarms: raised }
    this.#region.print([...headLines(manifest, this.#options.paint), ''])
    for (const [i, record] of finished.entries()) this.episode(record, alarms[i] ?? [])
    this.#region.print(resumedLines(finished))
  }

  unit({ episode, label, t, status, scoreSoFar }: UnitProgress): void {
    const state = { RUNNING: '', SUCCESS: ' done', FAILURE: ' failed' }[status]
    this.#now = { ...this.#now, episode, unit: `${label}${state}`, t, scoreSoFar }
    this.#draw()
  }

  assessment(report: CriticReport): void {
    this.#now = { ...this.#now, episode: report.episode, assessment: criticText(report, 200) }
    this.#draw()
  }

  alarm(_episode: number, _call: AlarmRecord, raised: readonly Alarm[]): void {
    this.#now = { ...this.#now, alarms: this.#now.alarms + raised.length }
    if (raised.length > 0)
      this.#region.print(raised.map(({ record }) => alarmLine(record, this.#options.paint)))
    this.#draw()
  }

  episode(record: EpisodeRecord, alarms: readonly AlarmInEpisode[]): void {
    const { paint } = this.#options
    const line = episodeLine(record, this.#last?.score.total, paint, alarms)
    this.#region.print([...driftLines(record, paint), line])
    this.#last = record
    this.#best = bestEpisode(this.#best === undefined ? [record] : [this.#best, record], totalOf)
    this.#now = {
      ...this.#now,
      ...BETWEEN_EPISODES,
      episode: record.episode + 1,
      best: this.#best?.score.total,
    }
    this.#draw()
  }

  edit(_episode: number, update: Update, edits: readonly string[]): void {
    this.#region.print(
      editLines(update, edits, this.#options.paint, causesOfPatch(update, this.#last?.reports)),
    )
    this.#draw()
  }

  link(progress: LinkProgress): void {
    if (isDebugNote(progress)) return
    if (progress.kind !== 'waiting') this.#region.print([linkLine(progress, this.#options.paint)])
    if (progress.kind === 'note' || progress.kind === 'stood') return this.#draw()
    const unit =
      progress.kind === 'waiting'
        ? `link lost: waiting for the controller, ${progress.secondsLeft} s left`
        : BETWEEN_EPISODES.unit
    this.#now = { ...this.#now, unit }
    this.#draw()
  }

  stopping(): void {
    this.#now = { ...this.#now, isStopping: true }
    this.#draw()
  }

  pause(isAsked: boolean): void {
    this.#isPaused = isAsked
    if (isAsked) this.#region.clear()
    else this.#draw()
  }

  end(end: RunEnd): void {
    this.close()
    this.#region.print(closingLines(end, this.#options))
  }

  close(): void {
    this.#stopAnimation()
    this.#region.close()
  }

  #draw(): void {
    if (this.#isPaused) return
    this.#region.draw(liveLines(this.#now, this.#frame, this.#options))
  }
}

const totalOf = ({ score }: EpisodeRecord): number => score.total

/** The content of the live lines. */
export interface Now {
  readonly episodes: number
  /** the one under way; after the last one, one more than there are */
  readonly episode: number
  readonly unit: string
  /** virtual milliseconds */
  readonly t: number
  readonly scoreSoFar: number
  readonly assessment: string
  readonly best: number | undefined
  readonly alarms: number
  readonly isStopping: boolean
}

export function liveLines(now: Now, frame: number, { paint, unicode }: ClosingOptions): string[] {
  const wheel = unicode ? '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏' : '-\\|/'
  const spin = [...wheel][frame % wheel.length] ?? ''
  const score = `score so far ${tenths(now.scoreSoFar)}`
  const best = now.best === undefined ? '' : `best ${tenths(now.best)}`
  const alarms = now.alarms === 0 ? 'no alarms' : plural(now.alarms, 'alarm')
  const counts = paint.dim(`  ${[best, alarms].filter((part) => part !== '').join(', ')}`)
  if (now.isStopping)
    return [
      `${spin} ${paint.bold('stopping the robot and closing the run')}  (Ctrl-C again to quit at once)`,
      counts,
    ]
  if (now.episodes > 0 && now.episode > now.episodes)
    return [`${spin} ${paint.bold('the last episode is over')}  writing down what came of it`, counts]
  return [
    `${spin} ${paint.bold(`episode ${now.episode}/${now.episodes}`)}  ` +
      `${(now.t / 1000).toFixed(1).padStart(6)} s  ${printable(now.unit, 60)}`,
    paint.dim(`  critic ${now.assessment === '' ? 'is looking' : now.assessment}`),
    paint.dim(`  ${[score, best, alarms].filter((part) => part !== '').join(', ')}`),
  ]
}

const tenTimesASecond: Animate = (draw) => {
  const timer = setInterval(draw, 100)
  timer.unref()
  return () => clearInterval(timer)
}
