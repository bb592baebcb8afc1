/**
 * The blackboard key that a port's text points to: `{key}` → `key`, `{=}` and `=` → the port's own name.
 * `undefined` for a literal.
 */
export function pointerKey(text: string, portName: string): string | undefined {
  if (text === '=' || text === '{=}') return portName
  return /^\{([^{}]+)\}$/.exec(text)?.[1]
}
