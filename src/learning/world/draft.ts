import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import type { Edit, EditOp } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { childPath, nodeAt } from '#bt/paths.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import { childIndex, mainRoot, parentPath } from '../actor/units.js'
import type { Validate } from '../actor/input.js'
import { outermostDecorator } from '../actor/place.js'

/** A tree that is being edited, and the patch so far. */
export class Draft {
  readonly #validate: Validate
  readonly #limit: number
  readonly patch: Edit[] = []
  /** what was done, in words */
  readonly notes: string[] = []
  doc: TreeDoc

  /** @param limit most edits of the patch */
  constructor(doc: TreeDoc, validate: Validate, limit: number) {
    this.doc = doc
    this.#validate = validate
    this.#limit = limit
  }

  get full(): boolean {
    return this.patch.length >= this.#limit
  }

  /** The tree after these edits; undefined when they do not fit into the patch, or the tree would be invalid. */
  after(ops: readonly EditOp[]): TreeDoc | undefined {
    const before = ops.some(replacesAll) ? 0 : this.patch.length
    if (ops.length === 0 || before + ops.length > this.#limit) return undefined
    const applied = applyEdits(this.doc, ops.map(noted))
    if (!applied.ok) return undefined
    const bad = this.#validate(applied.value).some(({ severity }) => severity === 'error')
    return bad ? undefined : applied.value
  }

  /** Makes the edits, unless they are not possible. */
  apply(ops: readonly EditOp[], because: string, note: string): boolean {
    const doc = this.after(ops)
    if (doc === undefined) return false
    if (ops.some(replacesAll)) this.#startOver()
    this.patch.push(...ops.map((op): Edit => ({ ...op, because })))
    this.notes.push(note)
    this.doc = doc
    return true
  }

  /** A whole tree that is put in the place of the other says all: the edits before it would be undone. */
  #startOver(): void {
    this.patch.length = 0
    this.notes.length = 0
  }
}

const replacesAll = (op: EditOp): boolean => op.op === 'replaceSubtree' && op.at === '/'

const noted = (op: EditOp): Edit => ({ ...op, because: '' })

/** A leaf that executes the step. */
export const leafOf = ({ skill, args }: Pick<PlannedStep, 'skill' | 'args'>): NodeDef => ({
  id: skill,
  kind: 'action',
  attrs: { ...args },
  children: [],
})

/** `Place mug table`: a leaf in one breath. */
export const shortName = ({ id, attrs }: Pick<NodeDef, 'id' | 'attrs'>): string =>
  [id, ...Object.values(attrs)].join(' ')

const RETRY_ID = 'RetryUntilSuccessful'
const ATTEMPTS = 'num_attempts'

/** A decorator that tries a node so often. */
export const retry = (attempts: number): Omit<NodeDef, 'children'> => ({
  id: RETRY_ID,
  kind: 'decorator',
  attrs: { [ATTEMPTS]: String(attempts) },
})

export const retried = (node: NodeDef, attempts: number): NodeDef => ({
  ...retry(attempts),
  children: [node],
})

export const isRetried = (doc: TreeDoc, path: NodePath): boolean => retryOf(doc, path) !== undefined

/** Raises the attempts of a node that is repeated; undefined if it has so many already, or as many as it needs. */
export function moreAttempts(doc: TreeDoc, path: NodePath, attempts: number): EditOp | undefined {
  const now = Number(retryOf(doc, path)?.attrs[ATTEMPTS])
  // not a number: it is written {key}, and who wrote it decides
  if (!(now >= 0 && now < attempts)) return undefined
  return { op: 'setAttr', at: parentPath(path), name: ATTEMPTS, value: String(attempts) }
}

const retryOf = (doc: TreeDoc, path: NodePath): NodeDef | undefined => {
  const above = path === '/' ? undefined : nodeAt(doc, parentPath(path))
  return above?.id === RETRY_ID ? above : undefined
}

/** Inserts the steps before the node, outside the decorators around it that repeat it. */
export function insertBefore(doc: TreeDoc, path: NodePath, steps: readonly PlannedStep[]): EditOp[] {
  const at = outermostDecorator(doc, path)
  if (at === '/') return [sequenceOf([...steps.map(leafOf), mainRoot(doc)])]
  return steps.map((step, i) => ({
    op: 'insert',
    parent: parentPath(at),
    index: childIndex(at) + i,
    node: leafOf(step),
  }))
}

/** Appends the steps to what the tree does. */
export function append(doc: TreeDoc, steps: readonly PlannedStep[]): EditOp[] {
  const root = mainRoot(doc)
  if (root.id !== 'Sequence') return [sequenceOf([root, ...steps.map(leafOf)])]
  return steps.map((step, i) => ({
    op: 'insert',
    parent: '/',
    index: root.children.length + i,
    node: leafOf(step),
  }))
}

/** Replaces the tree by these steps in sequence. */
export const sequenceOf = (children: readonly NodeDef[]): EditOp => ({
  op: 'replaceSubtree',
  at: '/',
  node: { id: 'Sequence', kind: 'control', attrs: {}, children: [...children] },
})

/** The paths of the leaves of the main tree, in order of execution. */
export function leavesOf(doc: TreeDoc): readonly NodePath[] {
  const walk = (node: NodeDef, path: NodePath): NodePath[] =>
    node.children.length === 0 ? [path] : node.children.flatMap((child, i) => walk(child, childPath(path, i)))
  return walk(mainRoot(doc), '/')
}
