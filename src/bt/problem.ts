import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import type { NodeDef } from './document.js'
import { rawOffset } from './entities.js'

export interface More {
  /** a location more precise than the node's own */
  readonly where?: SourceRef | undefined
  readonly expected?: string
  readonly got?: string
  readonly hint?: string
}

/** Builds an error located at a node. */
export function problem(
  node: NodeDef,
  code: string,
  message: string,
  { where = node.where, ...rest }: More = {},
): Diagnostic {
  return { code, severity: 'error', message, ...(where === undefined ? {} : { where }), ...rest }
}

/** Builds a warning located at a node. */
export const warning = (...args: Parameters<typeof problem>): Diagnostic => ({
  ...problem(...args),
  severity: 'warning',
})

/** Source location of an attribute's value, or of the node when unknown. */
export const valueLocation = (node: NodeDef, attr: string): SourceRef | undefined =>
  node.places?.[attr] ?? node.where

/** Source location of the character at `offset` in an attribute's value, accounting for entities and line breaks. */
export function locationInValue(node: NodeDef, attr: string, offset: number): SourceRef | undefined {
  const start = node.places?.[attr]
  if (start === undefined) return node.where
  const raw = node.written?.[attr]?.raw
  const text = raw ?? node.attrs[attr] ?? ''
  const before = text.slice(0, raw === undefined ? offset : rawOffset(raw, offset)).split(/\r\n|\n|\r/)
  const last = before.at(-1) ?? ''
  return {
    file: start.file,
    line: start.line + before.length - 1,
    column: before.length === 1 ? start.column + last.length : last.length + 1,
  }
}

/** Source location of an attribute's name, or of the node when unknown. */
export const nameLocation = (node: NodeDef, attr: string): SourceRef | undefined =>
  node.written?.[attr]?.where ?? node.where
