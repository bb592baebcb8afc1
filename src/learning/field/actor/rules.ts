import type { Mask } from '#base/field-map.js'
import { nodeName } from '#learning/actor/units.js'
import type { Finding, Site, Situation } from './situation/finding.js'
import { TRANSFER } from './forms.js'
import type { Draft, DraftOp, NodeForm } from './language.js'

/**
 * The baseline actor (`actor.backend: rules`) and teacher of the small model: fixes the first supported findings, one
 * edit each. It uses only what is in the compact prompt, so that its behaviour can be learned.
 */
export function decide(situation: Situation, maxEdits: number): readonly Draft[] {
  const drafts: Draft[] = []
  const touched = new Set<string>()
  for (const finding of situation.findings) {
    if (drafts.length === maxEdits) break
    if (finding.status !== 'supported' || finding.site === null) continue
    const place = spot(finding.site, finding.impact)
    const op = touched.has(place) ? null : fixFor(situation, finding, finding.site)
    if (op === null) continue
    touched.add(place)
    drafts.push({ why: finding.why, ...op })
  }
  return drafts
}

/** Two findings about one place need only one edit; the root takes a node for each of them. */
const spot = (site: Site, impact: string): string =>
  site.kind === 'route' ? `route ${site.route.from}` : site.at === 'root' ? `root ${impact}` : site.at

function fixFor(situation: Situation, finding: Finding, site: Site): DraftOp | null {
  if (site.kind === 'route') return insert('last', 'root', transfer(situation, site.route))
  const { at, to } = site
  if (at === 'root') return insertAtRoot(finding.impact)
  if (to === 'first' || to === 'last') return { op: 'move', at, place: { where: to, of: 'root' } }
  if (to === 'none') return { op: 'remove', at }
  if (to === 'out') return { op: 'unwrap', at }
  const [from, goal] = to?.split('>') ?? []
  if (from !== undefined && goal !== undefined) {
    return { op: 'replaceSubtree', at, node: transfer(situation, { from: Number(from), to: Number(goal) }) }
  }
  if (to !== null) return { op: 'setAttr', at, name: 'zone', value: to }
  const node = situation.book.named(at)?.node
  if (finding.impact === 'orientation') return rotation(at, node?.id === 'RotateBlocks', finding.mask)
  if (node && nodeName(node) === 'RetryUntilSuccessful') return moreAttempts(at, node.attrs['num_attempts'])
  return { op: 'wrap', at, node: { id: 'RetryUntilSuccessful', attrs: { num_attempts: '2' } } }
}

function insertAtRoot(impact: string): DraftOp {
  return impact === 'final-position'
    ? insert('last', 'root', { id: 'MoveToHome', attrs: {} })
    : insert('first', 'root', { id: 'CursorSequence', attrs: {} })
}

function rotation(at: string, exists: boolean, mask: Mask | null): DraftOp | null {
  if (mask === null) return null
  return exists
    ? { op: 'setAttr', at, name: 'flip', value: mask }
    : insert('after', at, { id: 'RotateBlocks', attrs: { mask } })
}

const moreAttempts = (at: string, attempts: string | undefined): DraftOp => ({
  op: 'setAttr',
  at,
  name: 'num_attempts',
  value: String(Number(attempts ?? '1') + 1),
})

function transfer(situation: Situation, route: { readonly from: number; readonly to: number }): NodeForm {
  const mask = situation.faces.get(route.from) ?? '0000'
  return { id: TRANSFER, attrs: { from: String(route.from), to: String(route.to), mask } }
}

const insert = (where: 'after' | 'before' | 'first' | 'last', of: string, node: NodeForm): DraftOp => ({
  op: 'insert',
  place: { where, of },
  node,
})
