import { placeText } from '#learning/critic/field-report.js'
import {
  reasonsInWords,
  shownGrounding,
  type CriticReport,
  type Issue,
  type LageaFeedback,
} from '#learning/critic/report.js'
import { pictureWarnings } from '#learning/field/critic/picture-warnings.js'
import { level, type Level } from '#learning/critic/rubric.js'
import type { AlarmInEpisode } from '#learning/alarms.js'
import { causeOf, isCallOf } from '#learning/alarm-causes.js'
import type { AlarmRecord, EpisodeRecord } from '#learning/episode.js'
import { isFieldOutcome } from '#learning/field-score.js'
import { plural } from '#app/command-line/words.js'
import { html, truncateMiddle, type Html } from '../html.js'

/**
 * The critic's reports in all its modes, and how the sensors ground them. What lasts is listed once: a report that says
 * the same again refers to it. Calls of the loop and the robot, which no report has raised, stand above them.
 */
export function criticSection(record: EpisodeRecord, alarms: readonly AlarmInEpisode[]): Html {
  const listed = new Set<string>()
  const cards = record.reports
    .toSorted((a, b) => Number(b.mode === 'final') - Number(a.mode === 'final'))
    .map((report): Card => {
      const fresh = report.issues.filter((issue) => !listed.has(sameText(issue)))
      for (const issue of report.issues) listed.add(sameText(issue))
      const isNew = alarms.some(
        ({ isNew: isRaised, calls: [first] }) => isRaised && first !== undefined && isCallOf(report, first),
      )
      const call = record.alarms.find((alarm) => isCallOf(report, alarm))
      return { record, report, fresh, call, isNew }
    })
  return html`${otherCalls(record, alarms)} ${cards.map(reportCard)}`
}

interface Card {
  readonly record: EpisodeRecord
  readonly report: CriticReport
  /** issues that no card above lists */
  readonly fresh: readonly Issue[]
  /** that it called a human, and whether for anything new */
  readonly call: EpisodeRecord['alarms'][number] | undefined
  readonly isNew: boolean
}

/** Two issues are one for the reader where everything that is printed of them but the evidence is the same. */
const sameText = ({ evidence: _, id: __, ...issue }: Issue): string => JSON.stringify([causeOf(issue), issue])

function reportCard({ record, report, fresh, call, isNew }: Card): Html {
  const again = report.issues.filter((issue) => !fresh.includes(issue))
  const open = report.mode === 'final' || fresh.length > 0 || isNew
  return html`<details class="report" ${open ? html`open` : null}>
    <summary>
      <b>${titleOf(report)}</b>
      ${levelMark(report)} <span class="meter">s ${report.s.toFixed(2)} · c ${report.c.toFixed(2)}</span>
      ${call === undefined ? null : calledMark(call, isNew)}
      <span class="quiet"
        >${report.issues.length === 0 ? 'no issue' : plural(report.issues.length, 'issue')} ·
        ${report.model}</span
      >
    </summary>
    ${report.summary === '' || (again.length > 0 && fresh.length === 0) ? null : html`<p>${report.summary}</p>`}
    ${pictureProblems(report)} ${report.lagea === undefined ? null : lageaLine(report.lagea)}
    ${
      fresh.length === 0
        ? null
        : html`<ul class="issues">
            ${fresh.map((issue) => issueItem(issue, isFieldOutcome(record.facts)))}
          </ul>`
    }
    ${
      again.length === 0
        ? null
        : html`<p class="quiet">
            Unchanged, listed above: ${again.map(({ explanation }) => explanation).join('; ')}
          </p>`
    }
    ${
      report.raw === ''
        ? null
        : html`<details class="raw">
            <summary>what the model wrote</summary>
            <pre>${truncateMiddle(report.raw)}</pre>
          </details>`
    }
  </details>`
}

/** The alarms of the loop and the robot. */
function otherCalls({ reports }: EpisodeRecord, alarms: readonly AlarmInEpisode[]): Html | null {
  const others = alarms.flatMap(({ isNew, calls }) =>
    calls
      .filter((call) => !reports.some((report) => isCallOf(report, call)))
      .map((call, i) => ({ call, isNew: isNew && i === 0 })),
  )
  return others.length === 0
    ? null
    : html`<ul class="issues">
        ${others.map(({ call, isNew }) => html`<li>${calledMark(call, isNew)} ${call.text}</li>`)}
      </ul>`
}

const calledMark = ({ reasons }: AlarmRecord, isNew: boolean): Html =>
  isNew
    ? html`<span class="mark warn">alarm: ${reasonsInWords(reasons)}</span>`
    : html`<span class="quiet">alarm still active</span>`

/** Problems with the first picture; in later ones the robot and its load hide parts of the field. */
function pictureProblems(report: CriticReport): Html | null {
  const remarks = report.mode === 'initial' ? pictureWarnings(report) : []
  if (remarks.length === 0) return null
  return html`<ul class="issues">
    ${remarks.map(({ text }) => html`<li><span class="mark warn">picture</span> ${text}</li>`)}
  </ul>`
}

/** The same in LAGEA's terms: outcome, codes, and the pictures of the episode that show it (0 = before the start). */
function lageaLine({ outcome, primary_error, secondary_factors, key_frame_indices }: LageaFeedback): Html {
  const codes = [primary_error.code, ...secondary_factors].join(', ')
  return html`<p class="quiet">
    In LAGEA's schema, whose outcome is how the episode ended, not what the critic found: ${outcome},
    ${codes}; key pictures ${key_frame_indices.join(', ')}
  </p>`
}

/** What is wrong, in other worlds than the field, whose words are those of its paper; LAGEA has codes for an arm. */
const IN_A_WORLD: Readonly<Partial<Record<Issue['impact'], string>>> = {
  coverage: 'goal',
  'plan-structure': 'order of steps',
  grasp: 'step failed',
  perception: 'belief',
  timing: 'time',
}

function issueItem(issue: Issue, onField: boolean): Html {
  const impact = onField ? issue.impact : (IN_A_WORLD[issue.impact] ?? issue.impact)
  const grounding = shownGrounding(issue)
  // as it was laid out: the report of a run stays the same, byte for byte
  // prettier-ignore
  return html`<li>
    <span class="mark ${grounding}">${grounding}</span> <b>${impact}</b>
    <span class="quiet"
      >${onField ? issue.code : ''}${placeText(issue)}${issue.nodePath === null ? '' : ` · node ${issue.nodePath}`}
      · severity ${issue.severity.toFixed(2)}</span
    ><br />
    ${issue.explanation} ${suggestion(issue)} ${evidence(issue)}
  </li>`
}

/** The prompts mark a fix that no edit can make by (n/a). */
function suggestion({ suggestedFix }: Issue): Html | null {
  if (suggestedFix === '') return null
  const text = suggestedFix.replace(/^\(n\/a\) */, '')
  const lead = text === suggestedFix ? 'suggests' : 'no edit can help:'
  return html`<br /><span class="quiet">${lead}</span> ${text}`
}

function evidence({ evidence: { frames, traceSeq } }: Issue): Html | null {
  if (frames.length === 0 && traceSeq.length === 0) return null
  const seen = [
    ...(frames.length === 0 ? [] : [`frames ${frames.join(', ')}`]),
    ...(traceSeq.length === 0 ? [] : [`trace ${traceSeq.map((seq) => `#${seq}`).join(', ')}`]),
  ]
  return html`<br /><span class="quiet">evidence: ${seen.join(' · ')}</span>`
}

/**
 * The rubric's word for the alarm score; a report without a valid score has none. `actionable` is said of a person, and
 * would be read of an edit.
 */
function levelMark({ s, mode }: CriticReport): Html {
  if (!(s >= 0 && s <= 1)) return html`<span class="mark fail">unavailable</span>`
  const word = level(s, mode)
  return html`<span class="mark ${LEVEL_CLASS[word]}">${word === 'actionable' ? 'serious' : word}</span>`
}

const LEVEL_CLASS: Readonly<Record<Level, string>> = {
  clean: 'good',
  minor: 'mild',
  borderline: 'mild',
  actionable: 'warn',
  severe: 'fail',
}

const titleOf = (report: CriticReport): string =>
  report.mode === 'intermediate'
    ? `After unit ${report.step}`
    : report.mode === 'initial'
      ? 'Before the start'
      : 'Final report'
