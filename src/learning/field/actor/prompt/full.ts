import type { NodeSpec } from '#bt/document.js'
import { sortedAttrs } from '#bt/xml/write.js'
import { isWithin } from '#learning/actor/units.js'
import type { Labelled } from '../address.js'
import { WRAPPERS } from '../grammar/grammar.js'
import { siteText } from '../situation/sites.js'
import {
  goodUnitsShown,
  historyShown,
  idleIssuesShown,
  wordsShown,
  type TrimLevel,
  type PromptInput,
} from './budget.js'
import { treeView } from './tree-view.js'

/** The actor's prompt in prose (VRL-04), for a chat model with general knowledge but none of this project. */
export function fullPrompt(input: PromptInput, level: TrimLevel): string {
  const sections: readonly (readonly [string, string])[] = [
    ['Task', TASK],
    ['Environment', environment(input)],
    ...(input.situation.faces.size > 0 ? ([['BlockInfo', blockInfo(input)]] as const) : []),
    ['Node library', nodeLibrary(input)],
    ['Authoring rules', rules(input.maxEdits)],
    ['Current behaviour tree', tree(input, level)],
    ['Issues of the critic', issues(input, level)],
    ['Score', score(input)],
    ['Trace', trace(input, level)],
    ['History', history(input, level)],
    ...(notes(input) === '' ? [] : ([['Notes of the operator', notes(input)]] as const)),
    ...(input.refusals.length > 0 ? ([['Refused', refused(input)]] as const) : []),
    ['Your edits', 'Answer with the JSON array only.'],
  ]
  return sections.map(([heading, body]) => `## ${heading}\n${body}`).join('\n\n')
}

const TASK = `You improve the behaviour tree of a mobile robot that moves wooden blocks within 100 seconds.
Each load zone holds four blocks; the gripper carries four at once. Bring them to unload zones, blue face up.
Move the shelf to its target and end in the finish area (home).
Points: -1 per second, -20 over the limit, +10 per correct block, +10 per full batch of four correct blocks,
-5 per block the wrong way up, -10 per block outside any zone, +20 for ending at home.`

function environment({ actor, situation }: PromptInput): string {
  const zones = actor.map.zones.map((zone) => {
    const used = situation.plan.used.has(zone.id) ? ', used by the tree' : ''
    const loaded = situation.plan.loaded.has(zone.id) ? ', emptied by the tree' : ''
    return `- zone ${zone.id}: ${zone.kind}${
      zone.needsShelf ? ', counts only once the shelf is at its ' + 'target' : ''
    }${used}${loaded}`
  })
  const left = situation.routes.map((route) => `${route.from} to ${route.to}`).join(', ')
  return [...zones, `Left to fetch, with the nearest free unload zone: ${left || 'nothing'}.`].join('\n')
}

const blockInfo = ({ situation }: PromptInput): string =>
  [...situation.faces]
    .map(
      ([zone, mask]) => `- zone ${zone}: orange (wrong) face up in slots ${mask} (1 = orange, slot 0 first)`,
    )
    .join('\n')

function nodeLibrary({ library }: PromptInput): string {
  const wrappers = WRAPPERS.flatMap((id) => library.get(id) ?? [])
  const transfer =
    '- Transfer(from, to, mask): one whole trip under a retry: move, load, rotate the slots of mask, move, unload'
  return [transfer, ...[...library.skills(), ...library.subtrees(), ...wrappers].map(nodeLine)].join('\n')
}

const nodeLine = (spec: NodeSpec): string => {
  const ports = spec.ports.map((port) =>
    port.default === undefined ? port.name : `${port.name}=${port.default}`,
  )
  return `- ${spec.id}(${ports.join(', ')}): ${spec.description}`
}

const rules = (
  maxEdits: number,
): string => `Answer with a JSON array of at most ${maxEdits} edits, [] for none.
Each edit names its cause first: {"why":"<issue id, score or trace>","op":...}
- {"why":..,"op":"insert","last":"root","node":"Transfer","from":3,"to":4,"mask":"0000"} (also first, before, after)
- {"why":..,"op":"remove","at":".."}   - {"why":..,"op":"unwrap","at":".."}
- {"why":..,"op":"wrap","at":"..","node":"RetryUntilSuccessful","num_attempts":2}
- {"why":..,"op":"move","at":"..","first":"root"}
- {"why":..,"op":"setAttr","at":"..","zone":6}   - {"why":..,"op":"setAttr","at":"..","flip":"0101"} turns mask \
bits over
- {"why":..,"op":"replaceSubtree","at":"..","node":"Transfer","from":3,"to":4,"mask":"0000"}
Treat the critic as a hypothesis: act only on issues marked supported. A fault that a retry has dealt with, or that
happened once, needs no edit. Move the shelf before a zone that waits for it is used; unload only into free zones; \
go home last.`

function tree(input: PromptInput, level: TrimLevel): string {
  const { all } = input.situation.book
  const view = treeView(input, level)
  const folded = all.filter((entry) => view(entry) === 'head').map(({ path }) => path)
  const hidden = all.filter((entry) => view(entry) === 'hidden').map(({ path }) => path)
  const shown = all.filter(
    ({ path }) =>
      !hidden.some((unit) => isWithin(path, unit)) &&
      !folded.some((unit) => path !== unit && isWithin(path, unit)),
  )
  const lines = shown.map((entry) => `${'  '.repeat(depth(entry))}${entry.address}${attrs(entry)}`)
  return [...lines, ...(hidden.length > 0 ? [`(${hidden.length} units that nothing speaks of)`] : [])].join(
    '\n',
  )
}

const depth = (entry: Labelled): number => (entry.path === '/' ? 0 : entry.path.split('/').length - 1)

function attrs(entry: Labelled): string {
  const shown = sortedAttrs(entry.node).filter(([name]) => name !== 'ID')
  return shown.map(([name, value]) => ` ${name}="${value}"`).join('')
}

function issues(input: PromptInput, level: TrimLevel): string {
  const shown = input.situation.findings.filter((f) => idleIssuesShown(level) || f.status === 'supported')
  const lines = shown.map((f) => {
    const site = f.site ? `; concerns ${siteText(f.site)}` : ''
    const mask = f.mask ? `; slots ${f.mask}` : ''
    const fix = input.actor.report?.issues.find((issue) => issue.id === f.why)?.suggestedFix
    const words = wordsShown(level) ? `; ${oneLine(f.words)}${fix ? ` Suggested: ${oneLine(fix)}` : ''}` : ''
    return `- ${f.why} (${f.impact}, ${f.status})${mask}${site}${words}`
  })
  return lines.join('\n') || 'none'
}

const score = ({ actor }: PromptInput): string =>
  [
    `${actor.score.total.toFixed(1)} points`,
    ...actor.score.lines.map((l) => `- ${l.label}: ${l.count} (${l.points})`),
  ].join('\n')

function trace({ actor, situation }: PromptInput, level: TrimLevel): string {
  const units = actor.trace.units
    .filter((run) => goodUnitsShown(level) || run.result !== 'success')
    .map(
      (run) =>
        `- ${situation.book.nearest(run.path).address}: ${run.result}, attempts ` +
        `${run.attempts}, ${run.seconds.toFixed(1)} s`,
    )
  const failures = actor.trace.failures.map(
    (f) => `- failed: ${situation.book.nearest(f.path).address}, attempt ${f.attempts}: ${oneLine(f.reason)}`,
  )
  return [`${actor.trace.seconds.toFixed(1)} s in all`, ...units, ...failures].join('\n')
}

function history({ actor }: PromptInput, level: TrimLevel): string {
  const shown = historyShown(level)
  const entries = (shown === 0 ? [] : actor.history.slice(-shown)).map((entry) => {
    const edits = entry.patch.map((edit) => `${edit.op} because ${oneLine(edit.because)}`).join(', ')
    return (
      `- episode ${entry.episode}: ${entry.score.toFixed(1)} points, then ` +
      `${entry.decision}${edits ? `: ${edits}` : ''}`
    )
  })
  const best = actor.champion
    ? [`Champion: ${actor.champion.meanScore.toFixed(1)} points, mean of ${actor.champion.runs} episodes`]
    : []
  return [...entries, ...best].join('\n') || 'none'
}

/** Not truncated: a cut sentence may say the opposite. Quoted, so that nothing in it reads as a section. */
const notes = ({ actor }: PromptInput): string =>
  (actor.notes ?? [])
    .slice(-NOTES)
    .map((note) => `- ${JSON.stringify(note.replace(/\s+/g, ' '))}`)
    .join('\n')

/** number of newest notes shown; each has at most 2,000 characters */
const NOTES = 4

const refused = (input: PromptInput): string =>
  input.refusals.map((refusal) => `- ${refusal.reply} was refused: ${oneLine(refusal.text)}`).join('\n')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 400)
