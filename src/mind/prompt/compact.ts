import { maskSlots } from '../../base/field-map.js'
import type { NodeDef } from '../../bt/document.js'
import { childPath } from '../../bt/paths.js'
import type { Labelled } from '../actor/address.js'
import type { Finding, Situation } from '../actor/situation/finding.js'
import type { HistoryEntry, Score } from '../actor/input.js'
import { salientValue, siteText } from '../actor/situation/sites.js'
import { goodUnitsShown, historyShown, idleIssuesShown, wordsShown, type Thrift } from './budget.js'
import type { PromptInput } from './prompt-input.js'

/** Words of the critic that the small model gets to see, in characters. */
const WORDS = 40

/**
 * The actor's prompt for the shipped model (VRL-04): one line a section, punctuation instead of blanks, so that a
 * word has the same tokens here and in the reply. Ends without a blank: the reply's first token is its own.
 */
export function compactPrompt(input: PromptInput, thrift: Thrift): string {
  const { situation } = input
  return [
    'TASK:blue up;4 a trip;shelf;home;100 s',
    `FIELD:${field(input)}`,
    ...(situation.faces.size > 0 ? [`FACES:${faces(situation)}`] : []),
    'NODES:Transfer,CursorSequence,MoveToHome,RotateBlocks,RetryUntilSuccessful,Sequence',
    `RULES:${input.maxEdits} edits;supported only`,
    `TREE:${outline(situation.book.all, situation.book.all[0] as Labelled)}`,
    'ISSUES:',
    ...findings(input, thrift, (finding) => finding.why !== 'trace' && finding.why !== 'score'),
    `SCORE:${score(input.actor.score)}`,
    ...findings(input, thrift, (finding) => finding.why === 'score'),
    `TRACE:${trace(input, thrift)}`,
    ...findings(input, thrift, (finding) => finding.why === 'trace'),
    `HISTORY:${history(input, thrift)}`,
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

function outline(all: readonly Labelled[], entry: Labelled): string {
  const value = salientValue(entry)
  const head = `${entry.address}${entry.path === '/' ? rootType(entry.node) : ''}${value === null ? '' : `=${value}`}`
  if (entry.node.children.length === 0) return head
  const children = entry.node.children.map((_, i) => {
    const path = childPath(entry.path, i)
    return outline(all, all.find((other) => other.path === path) as Labelled)
  })
  return `${head}[${children.join(';')}]`
}

const rootType = (node: NodeDef): string => (node.id === 'Sequence' ? '' : `:${node.id}`)

function findings(input: PromptInput, thrift: Thrift, which: (finding: Finding) => boolean): string[] {
  return input.situation.findings
    .filter(which)
    .filter((finding) => idleIssuesShown(thrift) || finding.status === 'supported')
    .map((finding) => {
      const words = wordsShown(thrift) && finding.words !== '' ? [quote(finding.words)] : []
      const mask = finding.mask !== null && maskSlots(finding.mask).length > 0 ? [finding.mask] : []
      const site = finding.site === null ? [] : [siteText(finding.site)]
      return [finding.why, finding.impact, finding.status, ...mask, ...site, ...words].join(':')
    })
}

/** One word for each line of Table I; lines that count nothing are left out. */
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

function trace({ actor, situation }: PromptInput, thrift: Thrift): string {
  const units = actor.trace.units
    .filter((run) => goodUnitsShown(thrift) || run.result !== 'success')
    .map(
      (run) =>
        `${situation.book.nearest(run.path).address}:${run.result}:${run.attempts}:${Math.round(run.seconds)}`,
    )
  const failures = actor.trace.failures
    .slice(-3)
    .map(
      (failure) =>
        `!${situation.book.nearest(failure.path).address}:${failure.attempts}:${quote(failure.reason)}`,
    )
  return [String(Math.round(actor.trace.seconds)), ...units, ...failures].join(';')
}

function history({ actor }: PromptInput, thrift: Thrift): string {
  const shown = historyShown(thrift)
  const entries = shown === 0 ? [] : actor.history.slice(-shown)
  const best = actor.champion ? [`best:${Math.round(actor.champion.meanScore)}`] : []
  return [...entries.map(entryText), ...best].join(';')
}

const entryText = (entry: HistoryEntry): string => {
  const ops = entry.patch.map((edit) => edit.op).join('+')
  return `${Math.round(entry.score)}:${entry.decision === 'edited' ? ops : entry.decision}`
}

/** Plain ASCII on one line: what others wrote cannot start a section of its own. */
const quote = (words: string): string =>
  `"${words
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/"/g, "'")
    .slice(0, WORDS)
    .trim()}"`
