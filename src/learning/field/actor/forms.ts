import { isMask } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, NodeSpec, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { nodeAt } from '#bt/paths.js'
import type { Spot } from '#learning/actor/place.js'
import type { NodeForm } from './language.js'

/**
 * Named branches: what a person would write as one thought is one word for the model. Each expands to library nodes
 * under `RetryUntilSuccessful num_attempts="3"`, as a transaction of its own (vrl.txt V.A, AMB-16).
 */
export const TRANSFER = 'Transfer'
/** the optimum found by search under the nominal faults: a third attempt pays off, a fourth does not */
const ATTEMPTS = '3'

/** Branches that form a unit of the mission: they are placed among the units, never inside one. */
export const isUnitForm = (id: string): boolean =>
  id === TRANSFER || id === 'CursorSequence' || id === 'MoveToHome'

/** @returns the branch that a form expands to, or why there is none */
export function expandForm(form: NodeForm, library: NodeLibrary): Result<NodeDef, string> {
  if (form.id === TRANSFER) return transfer(form)
  const spec = specOf(library, form.id)
  if (!spec) return err(`there is no node '${form.id}' in the library`)
  const unknown = Object.keys(form.attrs).find((name) => !spec.ports.some((port) => port.name === name))
  if (unknown !== undefined) return err(`${form.id} has no parameter '${unknown}'`)
  const node = nodeOf(spec, { ...outputs(spec), ...form.attrs })
  return ok(isUnitForm(form.id) ? retry(node) : node)
}

export const specOf = (library: NodeLibrary, id: string): NodeSpec | undefined =>
  library.get(id) ?? library.subtrees().find((spec) => spec.id === id)

function transfer(form: NodeForm): Result<NodeDef, string> {
  const { from, to, mask = '0000' } = form.attrs
  if (from === undefined || to === undefined) return err('Transfer needs from and to')
  if (mask !== '{faces}' && !isMask(mask)) return err(`Transfer's mask is four characters of 0 and 1`)
  const read = mask === '{faces}' ? [action('ReadFaces', { zone: from, faces: '{faces}' })] : []
  const rotate = mask === '0000' ? [] : [action('RotateBlocks', { mask })]
  return ok(
    retry({
      id: 'Sequence',
      kind: 'control',
      attrs: {},
      children: [
        action('MoveToZone', { zone: from }),
        ...read,
        subtree('LoadBlocksSequence'),
        action('MoveToZone', { zone: to }),
        // after the drive: a retry repeats whatever precedes a stalled drive, and two turns cancel out
        ...rotate,
        subtree('UnloadBlocksSequence'),
      ],
    }),
  )
}

const retry = (child: NodeDef): NodeDef => ({
  id: 'RetryUntilSuccessful',
  kind: 'decorator',
  attrs: { num_attempts: ATTEMPTS },
  children: [child],
})

const action = (id: string, attrs: Readonly<Record<string, string>>): NodeDef => ({
  id,
  kind: 'action',
  attrs,
  children: [],
})

const subtree = (id: string, attrs: Readonly<Record<string, string>> = {}): NodeDef => ({
  id: 'SubTree',
  kind: 'subtree',
  attrs: { ID: id, ...attrs },
  children: [],
})

/** Maps each output to the blackboard entry of its own name: `faces="{faces}"`. */
const outputs = (spec: NodeSpec): Record<string, string> =>
  Object.fromEntries(spec.ports.filter((p) => p.direction === 'out').map((p) => [p.name, `{${p.name}}`]))

const nodeOf = (spec: NodeSpec, attrs: Readonly<Record<string, string>>): NodeDef =>
  spec.kind === 'subtree' ? subtree(spec.id, attrs) : { id: spec.id, kind: spec.kind, attrs, children: [] }

/**
 * Where to turn the blocks: after the drive, just before they are set down. A retry around the trip repeats whatever
 * precedes a stalled drive, and turning blocks twice cancels out.
 */
export function placeOfTurn(doc: TreeDoc, spot: Spot): Spot {
  const { parent, index } = spot
  const after = nodeAt(doc, parent)?.children.slice(index) ?? []
  const drives = after.findIndex(({ id }) => id !== 'MoveToZone')
  return drives >= 0 && after[drives]?.attrs['ID'] === 'UnloadBlocksSequence'
    ? { parent, index: index + drives }
    : spot
}
