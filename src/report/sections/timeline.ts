import { ms, type Ms } from '#base/units.js'
import type { AlarmInEpisode } from '#learning/alarms.js'
import { reasonsInWords } from '#learning/critic/report.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { html, type Html } from '../html.js'
import type { EpisodeData } from '../run-data.js'
import { table } from '../table.js'
import { gantt, seconds, unitRows, type Moment } from './gantt.js'
import { leavesOf, spansOf, untilTheEnd, type Span } from './spans.js'

/**
 * The units over time, the failures in words below, and every leaf in a folded table. Time counts from the first tick,
 * as the seconds of the score do; the episode's clock has begun earlier, with its robot.
 */
export function timeline(recorded: EpisodeData, alarms: readonly AlarmInEpisode[]): Html {
  const started = recorded.trace[0]?.t ?? 0
  const episode = sinceFirstTick(recorded, started)
  const spans = spansOf(episode.trace)
  const units = unitRows(episode, spans)
  if (spans.length === 0) return html`<p class="quiet">No trace of this episode was kept.</p>`
  const end = Math.max(1000, ...spans.map(({ to }) => to))
  const leaves = leavesOf(spans)
  const moments = momentsOf(episode.record, alarms, recorded.trace)
  return html`<div class="chart">${gantt(units, end, moments)}</div>
    ${legend(moments)} ${failures(leaves.filter(({ status }) => status === 'FAILURE'))}
    ${driftList(episode.record)} ${leafTable(leaves)}
    ${
      started === 0
        ? null
        : html`<p class="quiet">
            Time counts from the first tick, ${(started / 1000).toFixed(2)} s on the episode’s clock, by which
            Gate, Link and, where a run can be run again, <code>graft replay --at</code> count.
          </p>`
    }`
}

/** What was said before the first tick stands at its beginning. */
function sinceFirstTick(episode: EpisodeData, started: number): EpisodeData {
  const moved = <T extends { readonly t: Ms }>(all: readonly T[]): T[] =>
    all.map((each) => ({ ...each, t: ms(Math.max(0, each.t - started)) }))
  const { record, trace } = episode
  const { refusals, drifts } = record
  return {
    ...episode,
    trace: moved(trace),
    record: {
      ...record,
      refusals: moved(refusals),
      ...(drifts && { drifts: moved(drifts) }),
    },
  }
}

/** @param trace by the episode's clock, as the alarms are */
function momentsOf(
  { refusals }: EpisodeRecord,
  alarms: readonly AlarmInEpisode[],
  trace: EpisodeData['trace'],
): Moment[] {
  const started = trace[0]?.t ?? 0
  const until = untilTheEnd(trace)
  const since = (t: number): Ms => ms(Math.max(0, until(t).t - started))
  const at = (t: number): string => (until(t).isAfter ? 'at the end' : `${seconds(since(t))} s`)
  return [
    ...alarms.flatMap(({ isNew, calls: [first, ...again] }): Moment[] => {
      if (first === undefined) return []
      const newest = again.at(-1) ?? first
      const count = isNew ? 'raised' : 'raised again'
      const times =
        again.length > 0
          ? `${again.length + 1} times, until ${until(newest.t).isAfter ? 'the end' : at(newest.t)}`
          : ''
      const more =
        times === '' ? (isNew ? '' : ' (still active from an earlier episode)') : ` (${count} ${times})`
      const text = `alarm (${reasonsInWords(newest.reasons)}): ${newest.text}${more}`
      return [{ t: since(first.t), kind: 'alarm', text: `${at(first.t)}: ${text}` }]
    }),
    ...refusals.map(({ t, command, checkId }): Moment => ({
      t,
      kind: 'refused',
      text: `${seconds(t)} s: ${command} refused by ${checkId}`,
    })),
  ]
}

function legend(moments: readonly Moment[]): Html | null {
  const count = (kind: Moment['kind']): number => moments.filter((moment) => moment.kind === kind).length
  const [alarms, refused] = [count('alarm'), count('refused')]
  if (alarms + refused === 0) return null
  return html`<p class="legend">
    ${alarms === 0 ? null : html`<span class="alarm">▲</span> an alarm was raised (${alarms})`}
    ${refused === 0 ? null : html`<span class="refused">✕</span> a command was refused (${refused})`}
  </p>`
}

function failures(failed: readonly Span[]): Html {
  if (failed.length === 0) return html`<p class="quiet">No leaf failed.</p>`
  return html`<ul class="failures">
    ${failed.map(
      (span) =>
        html`<li>
          <span class="mark fail">failed</span> <code>${span.label}</code>
          <span class="quiet">at ${seconds(span.to)} s, attempt ${span.attempt}, node ${span.path}</span>
          ${span.reason === undefined ? null : html`<br />${span.reason}`}
        </li>`,
    )}
  </ul>`
}

/** Where the world differed from the belief (MOD-14), and what that meant for the rest of the tree. */
function driftList({ drifts = [] }: EpisodeRecord): Html | null {
  if (drifts.length === 0) return null
  return html`<ul class="failures">
    ${drifts.map(
      ({ t, kind, text, recheck }) =>
        html`<li>
          <span class="mark warn">${kind}</span> <span class="quiet">at ${seconds(t)} s</span> ${text}<br />
          ${
            recheck.text === null
              ? 'The rest of the tree was checked again and still works.'
              : `The rest of the tree no longer works: ${recheck.text}`
          }
        </li>`,
    )}
  </ul>`
}

/** rows of the table; the run folder has them all */
const MAX_LEAVES = 300

function leafTable(leaves: readonly Span[]): Html {
  return html`<details class="raw">
    <summary>
      ${
        leaves.length > MAX_LEAVES
          ? `the first ${MAX_LEAVES} of ${leaves.length} leaves`
          : `every leaf in order (${leaves.length})`
      }
    </summary>
    ${table<Span>({
      columns: [
        { head: 'leaf', kind: 'name', cell: ({ label }) => html`<code>${label}</code>` },
        { head: 'from, s', kind: 'number', cell: ({ from }) => seconds(from) },
        { head: 'to, s', kind: 'number', cell: ({ to }) => seconds(to) },
        { head: 'node', cell: ({ path }) => html`<code>${path}</code>` },
        { head: 'attempt', kind: 'number', cell: ({ attempt }) => attempt },
        { head: 'result', cell: ({ status }) => RESULTS[status] },
      ],
      groups: [{ rows: leaves.slice(0, MAX_LEAVES) }],
    })}
  </details>`
}

const RESULTS: Readonly<Record<Span['status'], string>> = {
  SUCCESS: 'success',
  FAILURE: 'failure',
  RUNNING: 'still running at the end',
  IDLE: 'halted',
  SKIPPED: 'skipped',
}
