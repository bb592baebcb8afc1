import { err, ok, type Result } from '#base/result.js'

/** One request to one address. */
export interface Sent {
  readonly url: URL
  /** undefined: nothing is sent, the resource is read */
  readonly body: string | undefined
  readonly key: string | undefined
  /** longest answer, bytes */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export interface Answer {
  readonly status: number
  /** the media type, without its parameters */
  readonly type: string
  readonly text: string
  /** where it would be found instead, of a redirect */
  readonly location: string | undefined
  /** seconds that the server asks to wait */
  readonly retryAfter: number | undefined
}

/** Why there is no answer. */
export type NoAnswer =
  /** nothing listens there: nothing was sent */
  | { readonly kind: 'refused' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too-long' }
  /** the system's word for it */
  | { readonly kind: 'broken'; readonly reason: string }

/** One HTTP exchange. Redirects are not followed, and an answer that is too long is not read to its end. */
export async function exchange({
  url,
  body,
  key,
  maxBytes,
  signal,
}: Sent): Promise<Result<Answer, NoAnswer>> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      ...(body !== undefined && { body }),
      signal,
    })
    const text = await boundedText(response, maxBytes)
    if (text === undefined) return err({ kind: 'too-long' })
    return ok({
      status: response.status,
      type: (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      text,
      location: response.headers.get('location') ?? undefined,
      retryAfter: secondsIn(response.headers.get('retry-after')),
    })
  } catch (error) {
    return err(signal.aborted ? { kind: 'aborted' } : reasonOf(error))
  }
}

async function boundedText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return ''
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength
    // leaving the loop cancels the rest
    if (bytes > maxBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function reasonOf(error: unknown): NoAnswer {
  const cause = error instanceof Error ? error.cause : undefined
  const code = [cause, error].map(codeOf).find((one) => one !== undefined)
  if (code === 'ECONNREFUSED') return { kind: 'refused' }
  return { kind: 'broken', reason: code ?? (error instanceof Error ? error.message : String(error)) }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Whole seconds; a date is not waited for. */
const secondsIn = (header: string | null): number | undefined =>
  header !== null && /^\d{1,5}$/.test(header.trim()) ? Number(header) : undefined
