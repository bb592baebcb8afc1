import { faultsOfRun, placeOfRun } from '#learning/manifest.js'
import { raisedIn, type AlarmInEpisode } from '#learning/alarms.js'
import { tallyOf, tallyWords } from '#learning/score.js'
import {
  NOBODY_COULD,
  type AlarmRecord,
  type EndReason,
  type EpisodeRecord,
  type Update,
} from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import { reasonsInWords, type CriticReport } from '#learning/critic/report.js'
import type { LinkProgress } from '#app/connections/await-controller.js'
import { plural, tenths } from '#app/command-line/words.js'
import { printable, type Paint } from './paint.js'

/** The inputs of a run: three lines at its start. */
export function headLines(manifest: RunManifest, paint: Paint): string[] {
  const { seed, episodes, policy, models } = manifest
  const hashes = models.map(({ id, role, files }) => {
    const hash = files[0]?.sha256.slice(0, 12) ?? 'no file'
    return `${role} ${printable(id)} ${paint.dim(hash)}`
  })
  const actor = manifest.actor === 'rules' ? ['actor: rules'] : []
  return [
    `${paint.bold('graft')} ${manifest.version}  ${printable(placeOfRun(manifest))}, seed ` +
      `${seed}, ${plural(episodes, 'episode')}, faults ${printable(faultsOfRun(manifest))}`,
    `first tree ${printable(policy.name)} ${paint.dim(policy.hash.slice(0, 12))}`,
    [...hashes, ...actor].join(', '),
  ].filter((line) => line !== '')
}

/** Where a run goes on that was interrupted. @param finished episodes that it has */
export const resumedLines = (finished: readonly unknown[]): string[] =>
  finished.length === 0 ? [] : [`resumed at episode ${finished.length + 1}`]

/**
 * One episode in one line; the same columns for every episode.
 *
 * @param alarms those of the episode; absent where only its own record is known, and not what was raised before it
 */
export function episodeLine(
  record: EpisodeRecord,
  before: number | undefined,
  paint: Paint,
  alarms: readonly AlarmInEpisode[] = [],
): string {
  const { facts, score } = record
  const { right, wrong } = tallyOf(record)
  const words = tallyWords(facts)
  const final = record.reports.findLast(({ mode }) => mode === 'final')
  const change = before === undefined ? '' : signed(score.total - before)
  const tone = before === undefined ? paint.bold : score.total >= before ? paint.good : paint.bad
  return [
    `episode ${String(record.episode).padStart(2)}`,
    tone(tenths(score.total).padStart(7)),
    paint.dim(change.padStart(7)),
    `${facts.operatingSeconds.toFixed(1).padStart(6)} s`,
    `${String(right).padStart(2)} ${words.right} ${String(wrong).padStart(2)} ${words.wrong}`,
    END_REASONS[record.endReason].padEnd(12),
    final === undefined ? '' : paint.dim(`s ${final.s.toFixed(2)} c ${final.c.toFixed(2)}`),
    alarmText(alarms, paint),
  ]
    .filter((column) => column !== '')
    .join('  ')
    .trimEnd()
}

/** `2 alarms`; of those of earlier episodes only that there are some */
function alarmText(alarms: readonly AlarmInEpisode[], paint: Paint): string {
  const raised = raisedIn(alarms)
  if (raised > 0) return paint.warn(plural(raised, 'alarm'))
  return alarms.some(({ calls }) => calls.length > 0) ? paint.warn('alarm still active') : ''
}

/** @param count how often it was raised */
export function alarmLine({ mode, step, reasons, s, c, text }: AlarmRecord, paint: Paint, count = 1): string {
  const head = paint.warn(`! alarm ${whenOf(mode, step)}: ${reasonsInWords(reasons)}`)
  const figures = `s ${s.toFixed(2)} c ${c.toFixed(2)}${count > 1 ? `, raised ${count} times` : ''}`
  return `  ${head} ${paint.dim(figures)} ${wholeWords(text, MAX_ALARM)}`.trimEnd()
}

/** longer than what rules and critic say of one thing; the report has all of it */
const MAX_ALARM = 300

const wholeWords = (text: string, most: number): string =>
  printable(text, most).replace(/ (?!\S* )\S*\.\.\.$/, ' ...')

/** Where the world differed from the belief, and what that means for the rest of the tree. */
export function driftLines({ drifts = [] }: EpisodeRecord, paint: Paint): string[] {
  return drifts.slice(0, MAX_DRIFTS).map(({ t, text, recheck }) => {
    const rest =
      recheck.verdict === 'fails'
        ? paint.bad(`the rest of the tree no longer works: ${printable(recheck.text ?? '', 160)}`)
        : recheck.verdict === 'passes'
          ? 'the rest of the tree still works'
          : 'the rest of the tree still works, as far as it was checked'
    return `  ${paint.warn(`? drift at ${seconds(t)} s:`)} ${printable(text, 160)}; ${rest}`
  })
}

/** drifts of an episode that are shown one by one */
const MAX_DRIFTS = 6

/** For logs only: of no interest to a person who watches a run. */
export const isDebugNote = (progress: LinkProgress): boolean =>
  progress.kind === 'note' && progress.level === 'debug'

export function linkLine(progress: LinkProgress, paint: Paint): string {
  switch (progress.kind) {
    case 'waiting':
      return paint.warn(`  link lost: waiting for the controller, ${progress.secondsLeft} s left`)
    case 'back':
      return paint.good(
        `  the controller is back on ${printable(progress.device)} after ${seconds(progress.afterMs)} s`,
      )
    case 'gave-up':
      return paint.bad(
        `  no controller came back in ${seconds(progress.afterMs)} s: ${printable(progress.why, 300)}`,
      )
    case 'skipped':
      return `  ${printable(progress.device)} is not the controller: ${printable(progress.why, 200)}`
    case 'stood':
      return paint.warn(`  ${printable(progress.text, 300)}`)
    case 'note': {
      const tone = progress.level === 'error' ? paint.bad : progress.level === 'warn' ? paint.warn : paint.dim
      return `  ${tone(`link at ${seconds(progress.t)} s:`)} ${printable(progress.text, 300)}`
    }
  }
}

const seconds = (time: number): string => (time / 1000).toFixed(1)

/**
 * What the actor made of the episode: a line for each edit with its cause, or one line saying why there is none.
 *
 * @param edits the edits in words (`describePatch`); '' for one that has no line of its own
 * @param causes of each edit, in words (`causesOfPatch`)
 */
export function editLines(
  { decision, patch, tries, why }: Update,
  edits: readonly string[],
  paint: Paint,
  causes: readonly string[],
): string[] {
  const refused = tries.filter(({ refusedBecause }) => refusedBecause !== null).length
  const note = refused === 0 ? '' : paint.dim(` (${plural(refused, 'reply', 'replies')} refused)`)
  if (decision !== 'edited') {
    const sign = decision === 'no-edit' ? '= kept' : '< rolled back'
    return [`  ${sign}: ${printable(why, 200)}${note}`]
  }
  const causeOf = (cause = ''): string => (cause === '' ? ', by the twin' : `; because: ${cause}`)
  const lines = patch.flatMap((_, i) =>
    edits[i] === '' ? [] : `  ~ ${printable(edits[i] ?? '', 160)}${printable(causeOf(causes[i]), 160)}`,
  )
  return lines.map((line, i) => (i === lines.length - 1 ? line + note : line))
}

export function criticText({ mode, step, s, c, summary }: CriticReport, most: number): string {
  return printable(`${whenOf(mode, step)}: s ${s.toFixed(2)} c ${c.toFixed(2)} ${summary}`, most)
}

const whenOf = (mode: CriticReport['mode'], step: number): string =>
  mode === 'initial' ? 'before the start' : mode === 'final' ? 'at the end' : `after unit ${step}`

const END_REASONS: Readonly<Record<EndReason, string>> = {
  'tree-success': 'tree done',
  'tree-failure': 'tree failed',
  'home-reached': 'came home',
  'time-limit': 'time limit',
  'operator-stop': 'stopped',
  'access-lost': NOBODY_COULD,
  estop: 'E-STOP',
  'link-lost': 'LINK LOST',
}

export const signed = (value: number): string => tenths(value).replace(/^(?!-)/, '+')
