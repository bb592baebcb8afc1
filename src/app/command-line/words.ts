import { decimals } from '#base/units.js'
import { reasonsInWords } from '#learning/critic/report.js'
import type { StatusEventBody } from '#runtime/status/status-event.js'
import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import type { Edit } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { childPath, nodeAt } from '#bt/paths.js'
import { sortedAttrs } from '#bt/xml/write.js'
import type { Spread } from '#runtime/timing/spread.js'
import { wrappedSteps, type WrappedSteps } from '#learning/actor/wrapped-steps.js'
import type { TimingJudgement, TimingReport } from '#runtime/timing/timing.js'

/**
 * Describes the edits of a patch in words.
 * @param doc the tree before them; without it only places are named
 * @returns a text for each edit; '' where the one before it says that, too, as in a wrap of several steps
 */
export function describePatch(patch: readonly Edit[], doc: TreeDoc | undefined): readonly string[] {
  let now = doc
  let covered = 0
  return patch.map((edit, i) => {
    const wrapped = covered > 0 ? undefined : wrappedSteps(patch, i, now)
    const text = covered > 0 ? '' : wrapped ? describeWrap(wrapped) : describeEdit(edit, now)
    covered = wrapped ? wrapped.steps.length : Math.max(0, covered - 1)
    const next = now === undefined ? undefined : applyEdits(now, [edit])
    now = next?.ok === true ? next.value : undefined
    return text
  })
}

function describeWrap({ insert: { parent, index, node }, steps }: WrappedSteps): string {
  const names = steps.map(shortName)
  const places = `${childPath(parent, index)} to ${childPath(parent, index + steps.length - 1)}`
  return `wrap ${steps.length} steps (${places}) in ${describeNode({ ...node, children: [] })}: ${names.join(', ')}`
}

function describeEdit(edit: Edit, doc: TreeDoc | undefined): string {
  const named = (at: NodePath): string => {
    const node = doc === undefined ? undefined : nodeAt(doc, at)
    return node === undefined ? at : `${shortName(node)} (${at})`
  }
  // what comes to stand there has no path yet: numbers of children count from 0, ordinals from 1
  const child = (index: number, parent: NodePath): string => `the ${nth(index + 1)} child of ${named(parent)}`
  switch (edit.op) {
    case 'insert':
      return `insert ${describeNode(edit.node)} as ${child(edit.index, edit.parent)}`
    case 'remove':
      return `remove ${named(edit.at)}`
    case 'wrap':
      return `wrap ${named(edit.at)} in ${describeNode({ ...edit.with, children: [] })}`
    case 'unwrap':
      return `unwrap ${named(edit.at)}`
    case 'move':
      return `move ${named(edit.at)} to be ${child(edit.index, edit.parent)}`
    case 'setAttr':
      return edit.value === null
        ? `reset ${edit.name} of ${named(edit.at)} to its default`
        : `set ${edit.name}="${edit.value}" at ${named(edit.at)}`
    case 'replaceSubtree':
      if (edit.at === '/') return 'replace the whole tree'
      return `replace ${named(edit.at)} with ${describeNode(edit.node)}`
  }
}

const nth = (n: number): string => {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** `A or B`: as somebody names a list of devices of which one is enough. */
export const anyOf = (devices: string): string => devices.split(',').join(' or ')

function describeNode(node: NodeDef): string {
  const attrs = sortedAttrs(node).map(([name, value]) => ` ${name}="${value}"`)
  const inside = node.children.length === 0 ? '' : ` with ${leavesIn(node).join(', ')}`
  return `<${node.id}${attrs.join('')}>${inside}`
}

const leavesIn = (node: NodeDef): readonly string[] =>
  node.children.length > 0 ? node.children.flatMap(leavesIn) : [shortName(node)]

/** `MoveToZone 1`, `LoadBlocksSequence` */
const shortName = (node: NodeDef): string =>
  node.attrs.ID ?? [node.id, ...sortedAttrs(node).map(([, value]) => value)].join(' ')

/** Describes in one line how punctual a process was. */
export function describeTiming({ eventLoop, reflex, heartbeat, stood }: TimingReport): string {
  const late = ({ p50, p99, p999, max }: Spread): string =>
    `late by ${p50} ms at p50, ${p99} at p99, ${p999} at p99.9, ${max} at most`
  return [
    ...(reflex === null ? [] : [`turns ${late(reflex)}`]),
    `event loop ${late(eventLoop)}${stood === 0 ? '' : `, stalled ${plural(stood, 'time')}`}`,
    heartbeat.count === 0
      ? 'no heartbeat'
      : `heartbeats ${heartbeat.worstMs} ms apart at most, ${plural(heartbeat.over120, 'gap')} above 120 ms, ` +
        `${heartbeat.over200} above 200`,
  ].join('; ')
}

/**
 * What was late in a way that matters (docs/stopping.md), in plain words; undefined if nothing was. That the program
 * stood still matters only where its loop ran in real time.
 */
export function describeLate({ eventLoop, reflex, heartbeat, stood }: TimingReport): string | undefined {
  const late = [
    heartbeat.over120 > 0 &&
      `${plural(heartbeat.over120, 'heartbeat')} came more than 120 ms after the one before, ` +
        `${heartbeat.worstMs} ms at most: a robot that hears none for its limit stops by itself`,
    stood > 0 &&
      reflex !== null &&
      `the program stood still ${plural(stood, 'time')} for more than 120 ms, ${eventLoop.max} ms at most: ` +
        'meanwhile it read, checked and sent nothing',
  ].filter((each) => each !== false)
  return late.length === 0 ? undefined : late.join('; ')
}

/**
 * The one judgement on a process's timing, for everybody who shows it.
 * @param isRecent whether what is late in it was so in the last minute
 */
export function judgeTiming(report: TimingReport, isRecent: boolean): TimingJudgement {
  const late = describeLate(report)
  if (late === undefined) return { state: 'on time', text: '' }
  return isRecent
    ? { state: 'late', text: `in the last minute; so far ${late}` }
    : { state: 'was late', text: `not in the last minute, but before it: ${late}` }
}

/** A score with one decimal; what rounds to nothing has no sign. */
export const tenths = (value: number): string => decimals(value, 1)

export const scored = (value: number): string => `${tenths(value)} points`

type Changed = Extract<StatusEventBody, { readonly kind: 'alarm-changed' }>

/**
 * What has become of an alarm, to be said after its id, and whether it is to be looked at again; undefined where it was
 * only repeated, which its count tells.
 */
export function changeInWords({
  what,
  alarm: { closed = null, record },
}: Pick<Changed, 'what' | 'alarm'>): { readonly text: string; readonly isBack: boolean } | undefined {
  if (closed !== null) return { text: `closed: ${closed.why}`, isBack: false }
  const why = [reasonsInWords(record.reasons), record.text].filter((words) => words !== '').join(': ')
  if (what === 'worsened') return { text: `is worse than it was: ${why}`, isBack: true }
  return what === 'reopened' ? { text: `raised again: ${why}`, isBack: true } : undefined
}
