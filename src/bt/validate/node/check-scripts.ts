import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef } from '#bt/document.js'
import { parseScript } from '#bt/script/parse.js'
import { SCRIPT_ATTRIBUTES } from '#bt/attributes.js'
import { locationInValue, problem } from '#bt/problem.js'

/** Checks the scripts before and after a tick and those in ports of script nodes; problems point into the script. */
export function checkScripts(node: NodeDef): Diagnostic[] {
  const port = SCRIPT_PORTS[node.id]
  return Object.entries(node.attrs).flatMap(([attr, source]) => {
    if (SCRIPT_ATTRIBUTES.has(attr)) return check(node, attr, source)
    // an empty script port is accepted and does nothing; a pointer is read when the tree is created
    return attr === port && source !== '' && !isPointer(source) ? check(node, attr, source) : []
  })
}

/** The port that holds the script of a node type, if it has one. */
export const scriptPort = (id: string): string | undefined => SCRIPT_PORTS[id]

function check(node: NodeDef, attr: string, source: string): Diagnostic[] {
  const parsed = parseScript(source)
  if (parsed.ok) return []
  return parsed.error.map(({ offset, message, expected, hint }) =>
    problem(node, 'bt.script', `script ${attr}: ${message}`, {
      where: locationInValue(node, attr, offset),
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
