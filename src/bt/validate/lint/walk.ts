import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import { parseScript } from '#bt/script/parse.js'
import type { ScriptAst } from '#bt/script/ast.js'
import { SCRIPT_ATTRIBUTES } from '#bt/attributes.js'
import { scriptPort } from '../node/check-scripts.js'

/** Applies a check to each node of a document and collects the diagnostics. */
export const eachNode = (doc: TreeDoc, judge: (node: NodeDef) => readonly Diagnostic[]): Diagnostic[] =>
  doc.trees.flatMap((tree) => nodesOf(tree.root).flatMap(judge))

export function nodesOf(root: NodeDef): NodeDef[] {
  const found: NodeDef[] = []
  const visit = (node: NodeDef): void => {
    found.push(node)
    node.children.forEach(visit)
  }
  visit(root)
  return found
}

/** The scripts of a node that parse, by attribute. */
export function scriptsOf(node: NodeDef): { readonly attr: string; readonly ast: ScriptAst }[] {
  const port = scriptPort(node.id)
  return Object.entries(node.attrs).flatMap(([attr, source]) => {
    if (!SCRIPT_ATTRIBUTES.has(attr) && attr !== port) return []
    const parsed = parseScript(source)
    return parsed.ok ? [{ attr, ast: parsed.value }] : []
  })
}

/** A port's text as an integer, or the default when the port is omitted; `undefined` for pointers. */
export function numberOf(node: NodeDef, port: string, fallback?: number): number | undefined {
  const text = node.attrs[port]
  if (text === undefined) return fallback
  return /^-?\d+$/.test(text) ? Number(text) : undefined
}
