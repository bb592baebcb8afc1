/**
 * The blackboard key that a port's text points to: `{key}` → `key`, `{=}` and `=` → the port's own name.
 * Blanks around the braces do not count, blanks inside belong to the key. `undefined` for a literal.
 */
export function pointerKey(text: string, portName: string): string | undefined {
  if (text === '=' || text === '{=}') return portName
  return /^ *\{([^]+)\} *$/.exec(text)?.[1]
}
