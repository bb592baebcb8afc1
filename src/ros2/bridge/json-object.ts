/** A value of a message in JSON, as far as it was looked at. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The value at a path of field names and list indices, such as `pose.pose.position.x`; only what the message itself
 * has, never what it inherits.
 */
export function fieldAt(value: unknown, path: readonly (string | number)[]): unknown {
  let inside = value
  for (const part of path) {
    if (typeof part === 'number') inside = Array.isArray(inside) ? (inside as unknown[])[part] : undefined
    else inside = isObject(inside) && Object.hasOwn(inside, part) ? inside[part] : undefined
  }
  return inside
}

/** Reads `pose.pose.position.x` or `position[3]` as a path; `undefined` where it is none. */
export function readPath(text: string): (string | number)[] | undefined {
  if (!/^[A-Za-z]\w*(\[\d{1,6}\])*(\.[A-Za-z]\w*(\[\d{1,6}\])*)*$/.test(text)) return undefined
  return text
    .split(/[.[\]]+/)
    .flatMap((part) => (part === '' ? [] : [/^\d/.test(part) ? Number(part) : part]))
}
