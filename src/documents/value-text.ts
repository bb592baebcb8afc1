/** The position of a value: the keys and indices that lead to it. */
export type Path = readonly PropertyKey[]

/** Formats a path: `zones[2].at.x`. @param root name of the root value */
export function formatPath(path: Path, root: string): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text === '' ? root : text.replace(/^\./, '')
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inside, part) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, part)
        ? (inside as Record<PropertyKey, unknown>)[part]
        : undefined,
    value,
  )
}

/** Describes a value in one short line; never its contents, which aliases may have made huge or cyclic. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'keys and values'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

export const quote = (word: string): string => JSON.stringify(word.slice(0, 60))
