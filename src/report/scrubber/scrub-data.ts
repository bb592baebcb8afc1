import { formatRef } from '#base/diagnostic.js'
import type { Status } from '#bt/status.js'
import type { AlarmInEpisode } from '#learning/alarms.js'
import { reasonsInWords } from '#learning/critic/report.js'
import { wordOf } from '#worlds/value.js'
import type { EpisodeData } from '../run-data.js'
import { spansOf, untilTheEnd } from '../sections/spans.js'
import { MAX_CHANGES, type MomentChange } from '#runtime/moments/moment-recorder.js'
import { ChangeList, Words, type Changes, type ScrubData } from './changes.js'
import type { MapOverTime, Place } from './map-over-time.js'

/** An episode that can be shown moment by moment. */
export interface Scrub {
  readonly data: ScrubData
  readonly rows: readonly { readonly path: string; readonly depth: number; readonly label: string }[]
  /** what the beliefs are about */
  readonly subjects: readonly string[]
  /** why pose and beliefs are not known, or not up to the end of the episode; undefined where they are */
  readonly missing: string | undefined
}

/** What the scrubber of an episode needs; undefined without a trace. */
export function scrubOf(
  episode: EpisodeData,
  alarms: readonly AlarmInEpisode[],
  { marks, field }: Pick<MapOverTime, 'marks'> & Pick<Place, 'field'>,
): Scrub | undefined {
  const { trace } = episode
  const moments = momentsOf(episode)
  const [from, last] = [trace[0]?.t, trace.at(-1)?.t]
  if (from === undefined || last === undefined) return undefined
  const words = new Words()
  const { subjects, facts, pose, unit } = believedOver(moments, words)
  const rows = rowsOf(episode)
  const rowAt = new Map(rows.map(({ path }, row) => [path, row]))
  const tree = new ChangeList()
  for (const { t, path, to } of trace) tree.set(t, rowAt.get(path) ?? -1, words.numberOf(to))
  const to = Math.ceil(last)
  for (const [path, status] of asItEnded(trace)) tree.set(to, rowAt.get(path) ?? -1, words.numberOf(status))
  const frame = new ChangeList()
  for (const { t, id } of picturesOf(episode)) frame.set(t, 0, words.numberOf(id))
  const said = saidOver(episode, alarms, words)
  const data: ScrubData = {
    from,
    to,
    words: words.all,
    tree: tree.triples,
    pose,
    facts,
    marks,
    field,
    unit,
    frame: frame.triples,
    said,
  }
  return { data, rows, subjects, missing: whatIsMissing(episode, from) }
}

/** What changed from moment to moment; what did so after the end of the tree is shown at its end. */
export function momentsOf({ trace, moments }: EpisodeData): readonly MomentChange[] {
  const at = untilTheEnd(trace)
  return moments?.changes.map((change) => ({ ...change, t: at(change.t).t })) ?? []
}

/**
 * The nodes of the last tick as they were before it brought the tree to rest, which it does in no time: whoever goes to
 * the end of an episode sees what failed there.
 */
function asItEnded(trace: EpisodeData['trace']): ReadonlyMap<string, Status> {
  const end = trace.at(-1)?.t
  const lastTick = trace.filter(({ t }) => t === end)
  return new Map(lastTick.map(({ path, from, to }) => [path, to === 'IDLE' ? from : to]))
}

function whatIsMissing(episode: EpisodeData, from: number): string | undefined {
  const { moments, momentsDamage, record } = episode
  const what = 'Where the robot was and what was believed'
  if (momentsDamage !== undefined) {
    const { where, message } = momentsDamage
    return `${what} cannot be shown: ${where === undefined ? '' : `${formatRef(where)}: `}${message}.`
  }
  if (moments === undefined)
    return (
      `${what} is not in the record of episode ${record.episode}: ` +
      `graft keeps it now, but the version that made this run did not.`
    )
  const full = moments.changes.find((change) => change.full)
  if (full === undefined) return undefined
  const until = ((full.t - from) / 1000).toFixed(1)
  return `${what} is recorded up to ${until} s: with ${MAX_CHANGES} changes the record is full.`
}

function believedOver(
  changes: readonly MomentChange[],
  words: Words,
): Pick<ScrubData, 'facts' | 'pose' | 'unit'> & Pick<Scrub, 'subjects'> {
  const subjects = new Words()
  const [facts, pose, unit] = [new ChangeList(), new ChangeList(), new ChangeList()]
  for (const change of changes) {
    const { t } = change
    for (const [subject, value] of Object.entries(change.facts ?? {}))
      facts.set(t, subjects.numberOf(subject), words.numberOf(wordOf(value)))
    if (change.unit !== undefined) unit.set(t, 0, words.numberOf(change.unit))
    if (change.pose === undefined) continue
    const [x, y, degrees] = change.pose ?? [null, null, null]
    const whole = (value: number | null, parts: number) => (value === null ? null : Math.round(value * parts))
    ;[whole(x, 1000), whole(y, 1000), whole(degrees, 10)].forEach((value, axis) => pose.set(t, axis, value))
  }
  return { subjects: subjects.all, facts: facts.triples, pose: pose.triples, unit: unit.triples }
}

/** The nodes of the tree; of a run of an earlier version those that ran. */
function rowsOf({ moments, trace }: EpisodeData): Scrub['rows'] {
  if (moments !== undefined) return moments.nodes
  const rows = new Map(spansOf(trace).map(({ path, label }) => [path, label]))
  const indices = (path: string): number[] => path.split('/').filter(Boolean).map(Number)
  return [...rows]
    .map(([path, label]) => ({ path, label, depth: indices(path).length, order: indices(path) }))
    .sort((a, b) => inTree(a.order, b.order))
}

/** A parent stands before its children. */
function inTree(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((index, depth) => index !== b[depth])
  return differs < 0 ? a.length - b.length : (a[differs] ?? 0) - (b[differs] ?? -1)
}

/**
 * What was said and refused, newest last. Times are those of the timeline: since the first tick. An alarm is said where
 * it is raised, or first called for again in this episode.
 */
function saidOver(
  { trace, steps, record }: EpisodeData,
  alarms: readonly AlarmInEpisode[],
  words: Words,
): Changes {
  const started = trace[0]?.t ?? 0
  const until = untilTheEnd(trace)
  const at = (t: number): string =>
    until(t).isAfter ? 'at the end: ' : `${(Math.max(0, t - started) / 1000).toFixed(1)} s: `
  const all = [
    ...steps.flatMap((step) => ('report' in step ? [{ t: step.t, who: 0, text: step.report.summary }] : [])),
    ...alarms.flatMap(({ isNew, calls }) =>
      calls.slice(0, 1).map(({ t, reasons, text }) => ({
        ...{ t, who: 1 },
        text: `${reasonsInWords(reasons)}${isNew ? '' : ', as before'}: ${text}`,
      })),
    ),
    ...record.refusals.map(({ t, command, text }) => ({ t, who: 2, text: `${command}: ${text}` })),
  ].sort((a, b) => a.t - b.t)
  const said = new ChangeList()
  for (const { t, who, text } of all) said.set(until(t).t, who, words.numberOf(at(t) + text))
  return said.triples
}

/** When each picture was taken; without a record of that, when the critic spoke of it. */
function picturesOf(episode: EpisodeData): readonly { readonly t: number; readonly id: string }[] {
  const { trace, moments, steps } = episode
  if (moments !== undefined)
    return momentsOf(episode).flatMap(({ t, frame }) => (frame === undefined ? [] : [{ t, id: frame }]))
  return steps.flatMap((step) => {
    const id = 'report' in step ? step.report.frames.at(-1) : undefined
    return id === undefined ? [] : [{ t: untilTheEnd(trace)(step.t).t, id }]
  })
}
