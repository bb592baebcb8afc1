import { causesOfPatch } from '#app/command-line/run-words.js'
import { alarmsOfRun, type Alarm, type AlarmInEpisode } from '#learning/alarms.js'
import type { AlarmRecord, EpisodeRecord, Update } from '#learning/episode.js'
import type { LinkProgress } from '#app/connections/await-controller.js'
import { closingLines, type ClosingOptions } from './closing.js'
import {
  alarmLine,
  driftLines,
  editLines,
  episodeLine,
  headLines,
  isDebugNote,
  linkLine,
  resumedLines,
} from './lines.js'
import { printable } from './paint.js'
import type { Output, RunEnd, RunInfo, RunView, UnitProgress } from '#app/view.js'

/** One line per event that matters, for pipes, logs and build servers. */
export class PlainView implements RunView {
  readonly #out: Output
  readonly #options: ClosingOptions
  #last: EpisodeRecord | undefined

  constructor(out: Output, options: ClosingOptions) {
    this.#out = out
    this.#options = options
  }

  start({ manifest, finished }: RunInfo): void {
    this.#print(headLines(manifest, this.#options.paint))
    const alarms = alarmsOfRun(finished)
    for (const [i, record] of finished.entries()) this.episode(record, alarms[i] ?? [])
    this.#print(resumedLines(finished))
  }

  unit({ status, label, t, episode }: UnitProgress): void {
    if (status === 'FAILURE') {
      this.#print([`  x episode ${episode}: unit failed at ${(t / 1000).toFixed(1)} s: ${printable(label)}`])
    }
  }

  assessment(): void {
    // the final one comes with its episode
  }

  alarm(_episode: number, _call: AlarmRecord, raised: readonly Alarm[]): void {
    this.#print(raised.map(({ record }) => alarmLine(record, this.#options.paint)))
  }

  episode(record: EpisodeRecord, alarms: readonly AlarmInEpisode[]): void {
    const { paint } = this.#options
    const line = episodeLine(record, this.#last?.score.total, paint, alarms)
    this.#print([...driftLines(record, paint), line])
    this.#last = record
  }

  edit(_episode: number, update: Update, edits: readonly string[]): void {
    this.#print(editLines(update, edits, this.#options.paint, causesOfPatch(update, this.#last?.reports)))
  }

  link(progress: LinkProgress): void {
    if (!isDebugNote(progress)) this.#print([linkLine(progress, this.#options.paint)])
  }

  end(end: RunEnd): void {
    this.#print(closingLines(end, this.#options))
  }

  close(): void {
    // nothing is held
  }

  #print(lines: readonly string[]): void {
    this.#out.write(lines.map((line) => `${line}\n`).join(''))
  }
}
