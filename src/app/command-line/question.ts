import { unguarded } from './terminal-guard.js'
import { terminalLines } from './terminal-lines.js'

/** What becomes of a question. Only a text is an answer: whoever leaves has agreed to nothing. */
export type Reply =
  | { readonly kind: 'said'; readonly text: string }
  /** Ctrl-C, or the signal: the question is moot */
  | { readonly kind: 'interrupted' }
  /** Ctrl-D, or a terminal that is gone */
  | { readonly kind: 'ended' }

/** Asks a person at the terminal. Never rejects. */
export function question(
  text: string,
  {
    input = process.stdin,
    signal,
  }: { readonly input?: NodeJS.ReadStream; readonly signal?: AbortSignal } = {},
): Promise<Reply> {
  if (signal?.aborted === true) return Promise.resolve({ kind: 'interrupted' })
  const output = unguarded(process.stderr)
  const lines = terminalLines({ input, output })
  return new Promise((resolve) => {
    const end = (reply: Reply): void => {
      signal?.removeEventListener('abort', interrupt)
      lines.off('close', leave)
      lines.close()
      // what is said next is not said in the line of the question
      if (reply.kind !== 'said') output.write('\n')
      resolve(reply)
    }
    const interrupt = (): void => end({ kind: 'interrupted' })
    const leave = (): void => end({ kind: 'ended' })
    signal?.addEventListener('abort', interrupt, { once: true })
    // with an open line the terminal gives Ctrl-C as a key, and sends no signal
    lines.on('SIGINT', interrupt)
    lines.on('close', leave)
    lines.question(text, (said) => end({ kind: 'said', text: said }))
  })
}
