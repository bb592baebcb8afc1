import { wasEdited } from '#app/command-line/run-words.js'
import { plural } from '#app/command-line/words.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { causeOf } from '#learning/alarm-causes.js'
import { isFieldOutcome } from '#learning/field-score.js'
import { pointsAtStake } from '#learning/field/points-at-stake.js'
import type { Issue } from '#learning/critic/report.js'
import { ACTIONABLE_S } from '#learning/critic/rubric.js'
import { html, type Html } from '../html.js'
import { table } from '../table.js'
import { END_REASONS } from '../sections/episode.js'
import { hasMishap, mishapList, type Played } from './mishaps.js'

/** What an episode can be looked for by; the filter of the page knows it by these words. */
const KINDS = {
  failed: ({ endReason }) => endReason !== 'tree-success' && endReason !== 'home-reached',
  alarms: ({ alarms }) => alarms.length > 0,
  refusals: ({ refusals }) => refusals.length > 0,
  findings: (record) => findingsOf(record).length > 0,
  edits: (record) => wasEdited(record) || record.update.decision === 'rolled-back',
} as const satisfies Readonly<Record<string, (record: EpisodeRecord) => boolean>>
export type Kind = keyof typeof KINDS

export const has = (record: EpisodeRecord, kind: Kind): boolean => KINDS[kind](record)

/** `failed alarms`: as a list of words in an attribute */
export const kindsOf = (record: EpisodeRecord): string =>
  (Object.keys(KINDS) as Kind[]).filter((kind) => has(record, kind)).join(' ')

export const wentWrong = (episode: Played): boolean =>
  (['failed', 'alarms', 'refusals', 'findings'] as const).some((kind) => has(episode.record, kind)) ||
  hasMishap(episode)

/** Failures, alarms, refusals, findings and mishaps, each with the episodes to open. */
export function troubleList(episodes: readonly Played[]): Html {
  const records = episodes.map(({ record }) => record)
  if (!episodes.some(wentWrong))
    return html`<p>
      Nothing: every episode came to its end, the critic found nothing at the end of any, no alarm was raised,
      the twin refused no command, no action failed and nothing was lost.
    </p>`
  const failed = records.filter((record) => has(record, 'failed'))
  const alarmed = records.filter((record) => has(record, 'alarms'))
  const refused = records.filter((record) => has(record, 'refusals'))
  return html`<ul class="answers">
      ${[...new Set(failed.map(({ endReason }) => endReason))].map((reason) =>
        lineOf(
          END_REASONS[reason],
          failed.filter(({ endReason }) => endReason === reason),
        ),
      )}
      ${lineOf('an alarm was raised', alarmed)} ${lineOf('the twin refused a command', refused)}
    </ul>
    ${foundByCritic(records)} ${mishapList(episodes)} ${refusedByRule(records)}`
}

const lineOf = (what: string, records: readonly EpisodeRecord[]): Html | null =>
  records.length === 0
    ? null
    : html`<li><b>${what}</b> in ${plural(records.length, 'episode')}: ${links(records)}</li>`

const links = (records: readonly Pick<EpisodeRecord, 'episode'>[], part = ''): Html[] =>
  records.map(({ episode }) => html`<a href="#episode-${episode}${part}">${episode}</a> `)

/** What the final report has found, and no sensor has refuted. */
const findingsOf = ({ reports }: EpisodeRecord): readonly Issue[] =>
  reports.find(({ mode }) => mode === 'final')?.issues.filter(({ grounded }) => grounded !== 'refuted') ?? []

interface Finding {
  readonly text: string
  readonly severity: number
  /** points that it costs at most in all its episodes; undefined where they cannot be told from it */
  readonly points: number | undefined
  readonly in: readonly EpisodeRecord[]
}

/** findings in the list, or as many as have raised an alarm; the episodes have them all */
const MAX_FINDINGS = 8

/**
 * What the critic found at the end of the episodes, once each: what costs most on top, in points or, where those are
 * not known, by severity; then what it found most often. What it says of one place differs between episodes (a zone
 * looks otherwise): each is a finding of its own, since its words hold for its episodes only.
 */
function foundByCritic(records: readonly EpisodeRecord[]): Html | null {
  const found = new Map<string, Finding>()
  for (const record of records) {
    for (const issue of findingsOf(record)) {
      const said = `${causeOf(issue)}: ${issue.explanation}`
      const { in: before = [], severity = 0, points = 0 } = found.get(said) ?? {}
      if (before.at(-1) === record) continue
      const own = isFieldOutcome(record.facts) ? pointsAtStake(issue) : undefined
      found.set(said, {
        ...{ text: issue.explanation, severity: Math.max(severity, issue.severity) },
        ...{ points: own === undefined ? undefined : points + own, in: [...before, record] },
      })
    }
  }
  const last = (of: readonly EpisodeRecord[]): number => of.at(-1)?.episode ?? 0
  const costOf = ({ points, severity, in: of }: Finding): number => points ?? severity * of.length
  const sorted = [...found.values()].sort(
    (a, b) =>
      costOf(b) - costOf(a) ||
      b.in.length - a.in.length ||
      last(b.in) - last(a.in) ||
      b.severity - a.severity,
  )
  if (sorted.length === 0) return null
  let room = MAX_FINDINGS - sorted.filter(isAlarming).length
  const listed = sorted.filter((finding) => isAlarming(finding) || room-- > 0)
  const rest = sorted.length - listed.length
  return html`<p>What the critic found at the end of the episodes:</p>
    <ul class="answers">
      ${listed.map(
        ({ text, severity, points = 0, in: of }) =>
          html`<li>
            <b>${text}</b> in ${plural(of.length, 'episode')}: ${links(of, '-critic')}
            ${points === 0 ? null : html`<span class="quiet">up to ${plural(points, 'point')} lost</span>`}
            ${isAlarming({ severity }) ? null : html`<span class="quiet">(minor)</span>`}
          </li>`,
      )}
      ${rest > 0 ? html`<li class="quiet">and ${rest} more, each in the episodes below</li>` : null}
    </ul>`
}

const isAlarming = ({ severity }: Pick<Finding, 'severity'>): boolean => severity >= ACTIONABLE_S

interface Rule {
  readonly id: string
  /** of the first refusal */
  readonly text: string
  readonly episodes: readonly { readonly episode: number }[]
}

/** What the twin refused in the whole run, most frequent rule first. */
function refusedByRule(records: readonly EpisodeRecord[]): Html | null {
  const rules = new Map<string, Rule>()
  for (const { episode, refusals } of records) {
    for (const { checkId: id, text } of refusals) {
      const known = rules.get(id) ?? { id, text, episodes: [] }
      rules.set(id, { ...known, episodes: [...known.episodes, { episode }] })
    }
  }
  if (rules.size === 0) return null
  return table<Rule>({
    caption: 'What the twin refused: these commands never left the computer',
    kind: 'gate',
    columns: [
      { head: 'rule', kind: 'name', cell: ({ id }) => html`<span class="mark warn">${id}</span>` },
      { head: 'times', kind: 'number', cell: ({ episodes }) => episodes.length },
      { head: 'in episodes', cell: ({ episodes }) => links(unique(episodes)) },
      { head: 'for example', kind: 'why', cell: ({ text }) => text },
    ],
    groups: [{ rows: [...rules.values()].sort((a, b) => b.episodes.length - a.episodes.length) }],
  })
}

const unique = (episodes: Rule['episodes']): Rule['episodes'] =>
  [...new Set(episodes.map(({ episode }) => episode))].map((episode) => ({ episode }))
