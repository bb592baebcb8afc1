import type { NodeDef, NodePath } from '#bt/document.js'
import { childPath } from '#bt/paths.js'
import type { Labelled } from '../address.js'
import type { Finding, Situation } from '../situation/finding.js'
import type { HistoryEntry, Score } from '#learning/actor/input.js'
import { fixFeatures } from '../situation/fix-features.js'
import { salientValue } from '../situation/sites.js'
import {
  goodUnitsShown,
  historyShown,
  idleIssuesShown,
  wordsShown,
  type TrimLevel,
  type PromptInput,
} from './budget.js'
import { treeView, type View } from './tree-view.js'
import { byWeight } from './weight.js'

/** Length limit of quoted text from others, in characters. */
const WORDS = 24
/** Maximum number of findings per kind (supported or not) in one section. */
const LINES = 4
/** Number of operators' notes shown, the newest ones. */
const NOTES = 2

/**
 * The actor's prompt for the shipped model (VRL-04): one line per section, punctuation instead of spaces, so that a
 * word has the same tokens here and in the reply. Ends without a space, so that the reply's first token stands alone.
 */
export function compactPrompt(input: PromptInput, level: TrimLevel): string {
  const { situation } = input
  return [
    'TASK:blue up;4 a trip;shelf;home;100 s',
    `FIELD:${field(input)}`,
    ...(situation.faces.size > 0 ? [`FACES:${faces(situation)}`] : []),
    'NODES:Transfer,CursorSequence,MoveToHome,RotateBlocks,RetryUntilSuccessful,Sequence',
    `RULES:${input.maxEdits} edits;supported only`,
    `TREE:${outline(situation.book.all, situation.book.all[0] as Labelled, treeView(input, level))}`,
    'ISSUES:',
    ...findings(input, level, (finding) => finding.why !== 'trace' && finding.why !== 'score'),
    `SCORE:${score(input.actor.score)}`,
    ...findings(input, level, (finding) => finding.why === 'score'),
    `TRACE:${trace(input, level)}`,
    ...findings(input, level, (finding) => finding.why === 'trace'),
    `HISTORY:${history(input, level)}`,
    ...(input.actor.notes ?? []).slice(-NOTES).map((note) => `NOTE:${quote(note)}`),
    ...input.refusals.map((refusal) => `REFUSED:${refusal.reply}:${quote(refusal.text)}`),
    'EDIT:',
  ].join('\n')
}

function field({ actor, situation }: PromptInput): string {
  const ids = (kind: 'load' | 'unload'): string =>
    actor.map.zones
      .filter((zone) => zone.kind === kind)
      .map((zone) => `${zone.id}${zone.needsShelf ? '!' : ''}`)
      .join(',')
  const left = situation.routes.map((route) => `${route.from}>${route.to}`).join(',')
  return `load:${ids('load')};unload:${ids('unload')};left:${left}`
}

const faces = (situation: Situation): string =>
  [...situation.faces].map(([zone, mask]) => `${zone}=${mask}`).join(',')

function outline(all: readonly Labelled[], entry: Labelled, view: (entry: Labelled) => View): string {
  const value = salientValue(entry)
  const head = `${entry.address}${entry.path === '/' ? rootType(entry.node) : ''}${value === null ? '' : `=${value}`}`
  if (entry.node.children.length === 0 || view(entry) === 'head') return head
  const children = entry.node.children.map((_, i) => {
    const path = childPath(entry.path, i)
    return all.find((other) => other.path === path) as Labelled
  })
  const shown = children.filter((child) => view(child) !== 'hidden')
  const more = shown.length < children.length ? [`+${children.length - shown.length}`] : []
  return `${head}[${[...shown.map((child) => outline(all, child, view)), ...more].join(';')}]`
}

const rootType = (node: NodeDef): string => (node.id === 'Sequence' ? '' : `:${node.id}`)

/** Lines of one section. The weightiest comes last: a model that copies finds it nearest. */
function findings(input: PromptInput, level: TrimLevel, which: (finding: Finding) => boolean): string[] {
  const shown = input.situation.findings.filter(which)
  const supported = byWeight(
    input.situation,
    shown.filter((finding) => finding.status === 'supported'),
  ).slice(0, LINES)
  const idle = idleIssuesShown(level) ? shown.filter((finding) => finding.status !== 'supported') : []
  return [
    // the shipped model was not trained on the word `later`
    ...idle.slice(0, LINES).map(({ why, status }) => `${why}:${status === 'later' ? 'unknown' : status}`),
    ...supported.toReversed().map((finding) => supportedText(input.situation, finding, wordsShown(level))),
  ]
}

/** Uses the reply's own keys and punctuation, so that the reply can be assembled by copying. */
function supportedText(situation: Situation, finding: Finding, withWords: boolean): string {
  const impact = finding.why.startsWith(finding.impact) ? {} : { impact: finding.impact }
  const words = withWords && finding.words !== '' ? `:${quote(finding.words)}` : ''
  return `${JSON.stringify({ why: finding.why, ...impact, ...fixFeatures(situation, finding) })}${words}`
}

/** One word per line of Table I; lines that count nothing are left out. */
const SCORE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/batch/i, 'full'],
  [/incorrect/i, 'wrong'],
  [/outside/i, 'outside'],
  [/correct/i, 'right'],
  [/home|final position/i, 'home'],
  [/limit/i, 'late'],
]

function score(sheet: Score): string {
  const lines = sheet.lines
    .filter((line) => line.count !== 0 && line.points !== 0)
    .flatMap((line) => {
      const word = SCORE_WORDS.find(([label]) => label.test(line.label))?.[1]
      return word === undefined ? [] : [`${word}:${line.count}`]
    })
  return [String(Math.round(sheet.total)), ...lines].join(';')
}

/**
 * Units that succeeded at the first attempt are only counted; the others are listed with attempts and seconds (AMB-08).
 */
function trace({ actor, situation }: PromptInput, level: TrimLevel): string {
  const good = actor.trace.units.filter((run) => run.result === 'success' && run.attempts === 1)
  const rest = actor.trace.units
    .filter((run) => !good.includes(run) && (goodUnitsShown(level) || run.result !== 'success'))
    .map(
      (run) => `${addressOf(situation, run.path)}:${run.result}:x${run.attempts}:${Math.round(run.seconds)}`,
    )
  const failures = actor.trace.failures
    .slice(-2)
    .map((failure) => `!${addressOf(situation, failure.path)}:${quote(failure.reason)}`)
  return [Math.round(actor.trace.seconds), `ok:${good.length}`, ...rest, ...failures].join(';')
}

const addressOf = (situation: Situation, path: NodePath): string => situation.book.nearest(path).address

function history({ actor }: PromptInput, level: TrimLevel): string {
  const shown = historyShown(level)
  const entries = shown === 0 ? [] : actor.history.slice(-shown)
  const best = actor.champion ? [`best:${Math.round(actor.champion.meanScore)}`] : []
  return [...entries.map(entryText), ...best].join(';')
}

const entryText = (entry: HistoryEntry): string =>
  `${Math.round(entry.score)}${entry.decision === 'rolled-back' ? '<' : `+${entry.patch.length}`}`

/** Plain ASCII on one line: text from others cannot start a section of its own. */
const quote = (words: string): string =>
  `"${words
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/"/g, "'")
    .slice(0, WORDS)
    .trim()}"`
