import type { NodePath } from '../document.js'
import type { NodeAddress, NodeKey, TreePath } from '../edit.js'
import { indexPath, pathIndices } from '../paths.js'
import type { Spot } from './structure.js'

export type ParsedAddress =
  /** `tree` is `undefined` for the main tree */
  | { readonly kind: 'path'; readonly tree: string | undefined; readonly indices: readonly number[] }
  | { readonly kind: 'key'; readonly key: NodeKey }
  | { readonly kind: 'made'; readonly number: number; readonly indices: readonly number[] }

/**
 * Parses an address; `undefined` when the text is not one. The forms are unambiguous: only paths contain `/`, only keys
 * `~`.
 */
export function parseAddress(text: string): ParsedAddress | undefined {
  if (isKey(text)) return { kind: 'key', key: text }
  const made = /^\+(0|[1-9]\d{0,5})(\/.+)?$/.exec(text)
  if (made !== null) {
    const indices = pathIndices(made[2] ?? '/')
    return indices && { kind: 'made', number: Number(made[1]), indices }
  }
  const colon = text.lastIndexOf(':')
  const indices = pathIndices(text.slice(colon + 1))
  return indices && { kind: 'path', tree: colon === -1 ? undefined : text.slice(0, colon), indices }
}

/** The path of a spot: indices alone in the main tree, prefixed with the tree's name elsewhere. */
export const spotPath = ({ tree, indices }: Spot, main: string): NodePath | TreePath =>
  tree === main ? indexPath(indices) : `${tree}:${indexPath(indices)}`

/** true when the address can be resolved only with an address book */
export const needsBook = (address: NodeAddress): boolean => !address.includes('/') || address.startsWith('+')

/** Builds a key from a readable label (letters, digits, `_`, `.`, `-`; others become `_`) and a number. */
export const makeKey = (label: string, number: number): NodeKey =>
  `${label.replace(/[^\p{L}\p{N}_.-]/gu, '_') || 'Node'}~${number}`

const isKey = (text: string): text is NodeKey => /^[\p{L}\p{N}_.-]+~[1-9]\d*$/u.test(text)
