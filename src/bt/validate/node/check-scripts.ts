import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef } from '#bt/document.js'
import { parseScript } from '#bt/script/parse.js'
import { SCRIPT_ATTRIBUTES } from '#bt/attributes.js'
import { placeInside, problem } from '#bt/problem.js'

/** Scripts before and behind a tick, and in the ports of nodes that run some; the place is that inside the script. */
export function checkScripts(node: NodeDef): Diagnostic[] {
  const port = SCRIPT_PORTS[node.id]
  return Object.entries(node.attrs).flatMap(([attr, source]) => {
    if (SCRIPT_ATTRIBUTES.has(attr)) return check(node, attr, source)
    // an empty one is accepted there and does nothing; a pointer is read when the tree is created
    return attr === port && source !== '' && !isPointer(source) ? check(node, attr, source) : []
  })
}

/** The script of a node's port, if it runs one. */
export const scriptPort = (id: string): string | undefined => SCRIPT_PORTS[id]

function check(node: NodeDef, attr: string, source: string): Diagnostic[] {
  const parsed = parseScript(source)
  if (parsed.ok) return []
  return parsed.error.map(({ offset, message, expected, hint }) =>
    problem(node, 'bt.script', `script ${attr}: ${message}`, {
      where: placeInside(node, attr, offset),
      ...(expected === undefined ? {} : { expected }),
      ...(hint === undefined ? {} : { hint }),
    }),
  )
}

const isPointer = (text: string): boolean => text === '=' || /^ *\{[^]+\} *$/.test(text)

const SCRIPT_PORTS: Readonly<Record<string, string>> = {
  Script: 'code',
  ScriptCondition: 'code',
  Precondition: 'if',
}
