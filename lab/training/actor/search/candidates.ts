import type { TreeDoc } from '#bt/document.js'
import { sameNode } from '#bt/edit/same.js'
import type { NodeLibrary } from '#bt/library.js'
import { validate } from '#bt/validate/validate.js'
import { mainRoot } from '#learning/actor/units.js'
import { TRANSFER } from '#learning/field/actor/forms.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import {
  printReply,
  type Draft,
  type DraftOp,
  type NodeForm,
  type Place,
} from '#learning/field/actor/language.js'
import { resolvePatch } from '#learning/field/actor/resolve.js'
import type { Finding, Site, Situation } from '#learning/field/actor/situation/finding.js'

/** An edit that could be tried, as the model would write it, and the tree that it leads to. */
export interface Candidate {
  readonly draft: Draft
  readonly reply: string
  readonly doc: TreeDoc
  readonly finding: Finding
}

/**
 * What the search tries: for each finding the cures that its words could mean, and the ones that they could not:
 * whoever is to find the best edit has to be shown bad ones too. Edits that cannot be applied are left out, and of
 * several ways to one tree the first.
 */
export function candidatesOf(input: ActorInput, situation: Situation, library: NodeLibrary): Candidate[] {
  const seen: TreeDoc[] = [input.tree]
  return situation.findings
    .filter((finding) => finding.status !== 'refuted' && finding.status !== 'done')
    .flatMap((finding) =>
      opsFor(input, situation, finding).map((op) => ({ why: finding.why, ...op, finding })),
    )
    .flatMap(({ finding, ...draft }) => {
      const resolved = resolvePatch(input.tree, situation.book, [draft], library)
      if (!resolved.ok) return []
      const { doc } = resolved.value
      if (validate(doc, library, { compat: 'strict' }).some(({ severity }) => severity === 'error')) return []
      if (seen.some((other) => sameNode(mainRoot(other), mainRoot(doc)))) return []
      seen.push(doc)
      return [{ draft, reply: printReply([draft]), doc, finding }]
    })
}

function opsFor(input: ActorInput, situation: Situation, finding: Finding): DraftOp[] {
  const { site } = finding
  if (site === null) return []
  if (site.kind === 'route') return tripOps(situation, site.route.from, [site.route.to])
  if (site.at === 'root') return rootOps(finding.impact)
  return nodeOps(input, situation, finding, site)
}

type NodeSite = Extract<Site, { kind: 'node' }>

function nodeOps(input: ActorInput, situation: Situation, finding: Finding, { at, to }: NodeSite): DraftOp[] {
  const node = situation.book.named(at)?.node
  const retry = node?.id === 'RetryUntilSuccessful'
  const [from, goal] = (to ?? '').split('>').map(Number)
  const trips = from && goal ? tripOps(situation, from, [goal]) : []
  return [
    ...(finding.mask === null ? [] : turnOps(at, finding.mask, node?.id === 'RotateBlocks')),
    ...(to === 'first' || to === 'last' ? [move(at, to), move(at, to === 'first' ? 'last' : 'first')] : []),
    ...trips.flatMap((op): DraftOp[] =>
      op.op === 'insert' ? [{ op: 'replaceSubtree', at, node: op.node }, op] : [],
    ),
    ...(to !== null && /^\d+$/.test(to) ? zonesFor(input, to).map((zone) => set(at, 'zone', zone)) : []),
    ...(retry ? attempts(node.attrs['num_attempts']).map((n) => set(at, 'num_attempts', n)) : []),
    ...(retry || finding.mask !== null ? [] : [wrapped(at)]),
    { op: 'remove', at },
    { op: 'unwrap', at },
  ]
}

function turnOps(at: string, mask: string, exists: boolean): DraftOp[] {
  const node = { id: 'RotateBlocks', attrs: { mask } }
  return exists
    ? [set(at, 'flip', mask), set(at, 'mask', mask)]
    : [insert('after', at, node), insert('before', at, node)]
}

function tripOps(situation: Situation, from: number, to: readonly number[]): DraftOp[] {
  const mask = situation.faces.get(from) ?? '0000'
  const form = (goal: number): NodeForm => ({
    id: TRANSFER,
    attrs: { from: String(from), to: String(goal), mask },
  })
  // where in the order of trips a new one does best depends on distances, and those are not in the prompt
  return to.map((goal) => insert('last', 'root', form(goal)))
}

function rootOps(impact: string): DraftOp[] {
  const home = { id: 'MoveToHome', attrs: {} }
  const shelf = { id: 'CursorSequence', attrs: {} }
  return impact === 'final-position'
    ? [insert('last', 'root', home), insert('first', 'root', home)]
    : [insert('first', 'root', shelf), insert('last', 'root', shelf)]
}

/** the zone that the finding names first, then the other unload zones */
const zonesFor = (input: ActorInput, named: string): string[] => [
  named,
  ...input.map.zones
    .filter(({ kind, id }) => kind === 'unload' && String(id) !== named)
    .map(({ id }) => String(id)),
]

const attempts = (now = '1'): string[] => [Number(now) + 1, Number(now) - 1].filter((n) => n > 0).map(String)

const set = (at: string, name: string, value: string): DraftOp => ({ op: 'setAttr', at, name, value })
const move = (at: string, where: 'first' | 'last'): DraftOp => ({
  op: 'move',
  at,
  place: { where, of: 'root' },
})
const insert = (where: Place['where'], of: string, node: NodeForm): DraftOp => ({
  op: 'insert',
  place: { where, of },
  node,
})
const wrapped = (at: string): DraftOp => ({
  op: 'wrap',
  at,
  node: { id: 'RetryUntilSuccessful', attrs: { num_attempts: '2' } },
})
