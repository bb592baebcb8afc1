import { alarmsOfRun, raisedIn } from '#learning/alarms.js'
import { bestEpisode, END_WORDS, INTERRUPTED, type EpisodeRecord } from '#learning/episode.js'
import { html, type Html } from '../html.js'
import { points } from '../sections/score-sheet.js'

/** The few episodes to open first, each with the reasons for it: the worst on top. */
export function pickList(records: readonly EpisodeRecord[]): Html {
  const reasons = new Map<EpisodeRecord, string[]>()
  const pick = (record: EpisodeRecord | undefined, reason: string): void => {
    if (record !== undefined) reasons.set(record, [...(reasons.get(record) ?? []), reason])
  }
  const worst = most(records, ({ score }) => -score.total)
  pick(worst, `the lowest score, ${points(worst?.score.total ?? 0)}`)
  const fall = (record: EpisodeRecord): number => fallOf(records, record)
  const fallen = most(records, fall)
  if (fallen !== undefined && fall(fallen) >= 0.05) pick(fallen, `fell by ${points(fall(fallen))} points`)
  const raised = alarmsOfRun(records).map(raisedIn)
  const alarms = (record: EpisodeRecord): number => raised[records.indexOf(record)] ?? 0
  const alarmed = most(records, alarms)
  if (isAlone(records, alarms, alarmed)) pick(alarmed, `the most alarms, ${alarms(alarmed)}`)
  const refusals = (record: EpisodeRecord): number => record.refusals.length
  const refused = most(records, refusals)
  if (isAlone(records, refusals, refused)) pick(refused, `the most refusals, ${refusals(refused)}`)
  const best = bestEpisode(records, ({ score }) => score.total)
  if (best !== worst) pick(best, `the best score, ${points(best?.score.total ?? 0)}`)
  return html`<ul class="answers">
    ${[...reasons].map(
      ([record, why]) =>
        html`<li>
          <a href="#episode-${record.episode}">Episode ${record.episode}</a>: ${why.join('; ')}.
          <span class="quiet">${explained(record)}</span>
        </li>`,
    )}
  </ul>`
}

/** The first of those of which there is most. */
const most = (
  records: readonly EpisodeRecord[],
  of: (record: EpisodeRecord) => number,
): EpisodeRecord | undefined =>
  records.reduce<EpisodeRecord | undefined>(
    (best, each) => (best === undefined || of(each) > of(best) ? each : best),
    undefined,
  )

/** Whether it has more than every other: of several that have as many, none stands out. */
function isAlone(
  records: readonly EpisodeRecord[],
  of: (record: EpisodeRecord) => number,
  top: EpisodeRecord | undefined,
): top is EpisodeRecord {
  return top !== undefined && of(top) > 0 && records.filter((each) => of(each) === of(top)).length === 1
}

function fallOf(records: readonly EpisodeRecord[], record: EpisodeRecord): number {
  const before = records[records.indexOf(record) - 1]
  return before === undefined ? 0 : before.score.total - record.score.total
}

const LONGEST = 180

/** Who or what cut it short; what the critic said at the end; the points that were lost, where it found nothing. */
function explained({ reports, score, endReason }: EpisodeRecord): string {
  if (INTERRUPTED.has(endReason)) return `It ${END_WORDS[endReason]}, and counts for nothing.`
  const { issues = [], summary = '' } = reports.find(({ mode }) => mode === 'final') ?? {}
  if (issues.length > 0 && summary !== '') return shortened(summary)
  const lost = score.lines.filter(({ points: earned }) => earned < 0)
  return lost.length === 0
    ? ''
    : `Points lost: ${lost.map(({ label, points: p }) => `${label} ${points(p)}`).join(', ')}.`
}

const shortened = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, text.lastIndexOf(' ', LONGEST) + 1 || LONGEST)}…`
