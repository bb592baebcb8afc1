import { settingOf, showsColours } from '#base/field-settings.js'
import { raisedIn, type Alarm, type AlarmInEpisode } from '#learning/alarms.js'
import type { AlarmRecord, EpisodeRecord, Update } from '#learning/episode.js'
import type { LinkProgress } from '#app/connections/await-controller.js'
import { isDebugNote } from './lines.js'
import type { Output, RunEnd, RunInfo, RunView } from '#app/view.js'
import { LiveView } from './live-view.js'
import { hasUnicode, paintFor } from './paint.js'
import { PlainView } from './plain-view.js'

/**
 * Prints one JSON object a line, for programs: `run`, then `alarm`, `episode` (with its `drifts`) and `edit` as they
 * come, `summary` last. Only the line `timing` contains wall-clock times, and no line contains a path, so that apart
 * from `timing` two runs of one seed print the same bytes. For a real robot, `loop` reports how punctual the reflex
 * loop was, and `link` the link's events.
 */
export class JsonView implements RunView {
  readonly #out: Output

  constructor(out: Output) {
    this.#out = out
  }

  start({ manifest, finished }: RunInfo): void {
    const { key, version, seed, episodes, faults, policy, models, actor, strictAlg1 } = manifest
    const run = { key, version, field: manifest.field.id, seed, episodes, faults, policy, models, actor }
    this.#line('run', { ...run, ...settingOf(showsColours(manifest)), strictAlg1, finished: finished.length })
  }

  unit(): void {
    // a program reads events.jsonl for this
  }

  assessment(): void {
    // the final one comes with its episode
  }

  alarm(
    episode: number,
    { t, mode, step, reasons, s, c, text }: AlarmRecord,
    raised: readonly Alarm[],
  ): void {
    // a program hears every call; `new` is what people are told
    const causes = raised.flatMap((alarm) => alarm.causes)
    this.#line('alarm', { episode, t, mode, step, reasons, s, c, text, new: causes })
  }

  episode(record: EpisodeRecord, alarms: readonly AlarmInEpisode[]): void {
    const final = record.reports.findLast(({ mode }) => mode === 'final')
    this.#line('episode', {
      episode: record.episode,
      field: record.field,
      seed: record.seed,
      tree: record.treeHash,
      score: record.score.total,
      seconds: record.seconds,
      endReason: record.endReason,
      facts: record.facts,
      s: final?.s ?? null,
      c: final?.c ?? null,
      issues: (final?.issues ?? []).filter(({ grounded }) => grounded !== 'refuted').map(({ id }) => id),
      alarms: raisedIn(alarms),
      refusals: record.refusals.length,
      ...(record.drifts === undefined ? {} : { drifts: record.drifts }),
      ...(record.loop === undefined ? {} : { loop: record.loop }),
    })
  }

  edit(episode: number, { decision, nextHash, patch, tries, why }: Update): void {
    const refused = tries.filter(({ refusedBecause }) => refusedBecause !== null).length
    this.#line('edit', { episode, decision, nextTree: nextHash, patch, tries: tries.length, refused, why })
  }

  link(progress: LinkProgress): void {
    if (isDebugNote(progress)) return
    const { kind, ...fields } = progress
    this.#line('link', { news: kind, ...fields })
  }

  end({ summary, timing }: RunEnd): void {
    if (timing !== undefined) this.#line('timing', timing)
    this.#line('summary', summary)
  }

  close(): void {
    // nothing is held
  }

  #line(type: 'run' | 'episode' | 'alarm' | 'edit' | 'link' | 'timing' | 'summary', fields: object): void {
    this.#out.write(`${JSON.stringify({ type, ...fields })}\n`)
  }
}

/** JSON on request, a live view on a terminal that can move its cursor, plain lines everywhere else. */
export function createView(
  json: boolean,
  out: Output,
  env: Readonly<Record<string, string | undefined>> = process.env,
): RunView {
  if (json) return new JsonView(out)
  const look = { paint: paintFor(out, env), unicode: hasUnicode(env) }
  const moves = out.isTTY === true && env.TERM !== 'dumb' && (env.CI ?? '') === ''
  return moves ? new LiveView(out, look) : new PlainView(out, look)
}
