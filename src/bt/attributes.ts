/**
 * What BehaviorTree.CPP allows in names: the first character that is forbidden in IDs of trees and nodes,
 * and in names of ports.
 */
export const forbiddenIn = (name: string): string | undefined => /[\0-\x20<>&"'/\\:*?|.\x7f]/.exec(name)?.[0]

/** Attributes that can be no port. */
export const isReservedAttribute = (name: string): boolean =>
  name === 'name' || name === 'ID' || name === '_autoremap' || SCRIPT_ATTRIBUTES.has(name)

/** Whether an attribute of this name is a port; others are notes that nobody reads. */
export const isPortName = (name: string): boolean =>
  /^[A-Za-z]/.test(name) && forbiddenIn(name) === undefined && !isReservedAttribute(name)

/** The attributes that hold scripts, before a node's tick and behind it. */
export const SCRIPT_ATTRIBUTES: ReadonlySet<string> = new Set([
  '_failureIf',
  '_successIf',
  '_skipIf',
  '_while',
  '_onSuccess',
  '_onFailure',
  '_onHalted',
  '_post',
])

/** Id of a node whose tag should have carried one; that is reported already. */
export const NO_ID = ''

/**
 * The blackboard key that a port's text points to: `{key}` → `key`, `{=}` and `=` → the port's own name.
 * Blanks around the braces do not count, blanks inside belong to the key. `undefined` for a literal.
 */
export function pointerKey(text: string, portName: string): string | undefined {
  if (text === '=' || text === '{=}') return portName
  return /^ *\{([^]+)\} *$/.exec(text)?.[1]
}
