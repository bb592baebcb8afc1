/** Expected failures are values; exceptions are for bugs. `E` is a union discriminated on `kind` or `code`. */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })

/** Unwraps a result whose failure would be a bug in graft (a shipped file, a constant). */
export function must<T>(result: Result<T, unknown>, what: string): T {
  if (result.ok) return result.value
  throw new InvariantError(`${what}: ${JSON.stringify(result.error)}`)
}

/** Signals an impossible state: always a bug in graft, never bad input. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

export function assertNever(value: never): never {
  throw new InvariantError(`unexpected variant: ${JSON.stringify(value)}`)
}
