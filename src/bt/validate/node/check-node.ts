import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import type { ChildCount, NodeDef, NodeKind } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { problem, valueLocation } from '#bt/problem.js'
import { forbiddenIn, NO_ID } from '#bt/attributes.js'

/** Checks what BehaviorTree.CPP checks when it loads a document: a node's type and number of children. */
export function checkNodeAtLoad(node: NodeDef, library: NodeLibrary): Diagnostic[] {
  if (node.kind === 'subtree') return [...childCount(node, 'subtree'), ...subtreeId(node, library)]
  // the reader has already reported such a tag
  if (node.id === NO_ID) return []
  const spec = library.get(node.id)
  if (spec === undefined) return [unknownNode(node, library)]
  return [...childCount(node, spec.kind, spec.children), ...ofOneType(node)]
}

function subtreeId(node: NodeDef, library: NodeLibrary): Diagnostic[] {
  const id = node.attrs['ID'] ?? ''
  const where = valueLocation(node, 'ID')
  if (id === '')
    return [problem(node, 'bt.missing-id', 'SubTree needs an ID', { where, hint: 'write ID="…"' })]
  const wrong = wrongTreeId(id, library)
  return wrong === undefined ? [] : [problem(node, 'bt.tree-id', wrong.message, { where, hint: wrong.hint })]
}

function unknownNode(node: NodeDef, library: NodeLibrary): Diagnostic {
  if (node.id === 'BehaviorTree' && node.children.length === 1) {
    const hint = 'move it beside the other trees and name it with <SubTree ID="…"/>'
    return problem(node, 'bt.nested-tree', 'a <BehaviorTree> cannot be inside another', { hint })
  }
  const known = library.nodes().map((spec) => spec.id)
  const near = didYouMean(node.id, known)
  const hint =
    library.subtree(node.id) !== undefined
      ? `${node.id} is a subtree: write <SubTree ID="${node.id}"/>`
      : near === undefined
        ? `${skillsOf(library)}describe it in a palette (TreeNodesModel) of your nodes`
        : `did you mean ${near}?`
  return problem(node, 'bt.unknown-node', `unknown node ${node.id}`, { hint })
}

/** The robot's own actions, as the first part of a hint; '' where it has none. */
function skillsOf(library: NodeLibrary): string {
  const own = library.nodes().filter(({ id, kind }) => kind === 'action' && !library.isBuiltIn(id))
  const names = own.slice(0, 20).map(({ id }) => id)
  const more = own.length > names.length ? `, and ${own.length - names.length} more` : ''
  return names.length === 0 ? '' : `the skills are ${names.join(', ')}${more}; for another robot, `
}

function childCount(node: NodeDef, kind: NodeKind, needed?: ChildCount): Diagnostic[] {
  const count = node.children.length
  const rule = node.id === 'TryCatch' ? TRY_CATCH : needed === undefined ? CHILDREN[kind] : ruleOf(needed)
  if (count >= rule.min && count <= rule.max) return []
  const type = node.kind === 'subtree' ? 'SubTree' : node.id
  const hint =
    kind === 'decorator' && count > 1 ? { hint: `put the children of ${type} into a Sequence` } : {}
  const message = `${type} has ${count} ${count === 1 ? 'child' : 'children'}`
  return [problem(node, 'bt.children', message, { expected: rule.expected, got: String(count), ...hint })]
}

function ruleOf({ min, max = Infinity }: ChildCount) {
  const expected = min === max ? `exactly ${min}` : max === Infinity ? `at least ${min}` : `${min} to ${max}`
  return { min, max, expected: `${expected} ${max === 1 ? 'child' : 'children'}` }
}

/** BehaviorTree.CPP allows one AsyncSequence directly under a ReactiveSequence. */
function ofOneType(node: NodeDef): Diagnostic[] {
  if (node.id !== 'ReactiveSequence') return []
  const [, ...more] = node.children.filter(({ id }) => id === 'AsyncSequence')
  const hint = 'put all but one of them into a Sequence or a SubTree of their own'
  const message = 'a ReactiveSequence can have only one AsyncSequence among its children'
  return more.map((child) => problem(child, 'bt.async-in-reactive', message, { hint }))
}

const CHILDREN = {
  control: { min: 1, max: Infinity, expected: 'one child or more' },
  decorator: { min: 1, max: 1, expected: 'exactly one child' },
  action: { min: 0, max: 0, expected: 'no children' },
  condition: { min: 0, max: 0, expected: 'no children' },
  subtree: { min: 0, max: 0, expected: 'no children' },
} as const

const TRY_CATCH = {
  min: 2,
  max: Infinity,
  expected: 'at least two children: what to try, and what to do then',
}

/** Explains why a text cannot be a tree ID, with a hint; `undefined` when it can. */
export function wrongTreeId(
  id: string,
  library: NodeLibrary,
): { readonly message: string; readonly hint: string } | undefined {
  if (id === 'Root' || id === 'root')
    return { message: `${id} is reserved`, hint: 'use another name, such as Main' }
  if (forbiddenIn(id) !== undefined) {
    return {
      message: `"${id}" cannot be the ID of a tree`,
      hint: 'no blanks and none of < > & " \' / \\ : * ? | .',
    }
  }
  if (library.get(id) !== undefined || id === 'SubTree') {
    return {
      message: `${id} is a node type; a tree needs an ID of its own`,
      hint: `rename it, for example ${id}Tree`,
    }
  }
  return undefined
}
