/**
 * The first character that BehaviorTree.CPP forbids in tree IDs, node IDs and port names; `undefined` when there is
 * none.
 */
export const forbiddenIn = (name: string): string | undefined => /[\0-\x20<>&"'/\\:*?|.\x7f]/.exec(name)?.[0]

/** Whether the attribute name is reserved and so cannot name a port. */
export const isReservedAttribute = (name: string): boolean =>
  name === 'name' || name === 'ID' || name === '_autoremap' || SCRIPT_ATTRIBUTES.has(name)

/** Whether an attribute of this name is a port; any other is a note that the engine ignores. */
export const isPortName = (name: string): boolean =>
  /^[A-Za-z]/.test(name) && forbiddenIn(name) === undefined && !isReservedAttribute(name)

/** The attributes that hold scripts, run before or after a node's tick. */
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

/** Placeholder ID of a node whose tag lacks one; the missing ID has already been reported. */
export const NO_ID = ''

/**
 * The blackboard key that a port's text points to: `{key}` → `key`, `{=}` and `=` → the port's own name. Blanks around
 * the braces are ignored; blanks inside are part of the key. `undefined` for a literal.
 */
export function pointerKey(text: string, portName: string): string | undefined {
  if (text === '=' || text === '{=}') return portName
  return /^ *\{([^]+)\} *$/.exec(text)?.[1]
}
