import type { Clock } from '#base/clock.js'
import type { LinkNote } from '#learning/episode.js'
import { findController } from './find-controller.js'

/** What people and programs are told about the link to the controller, also while it is lost. */
export type LinkProgress =
  | { readonly kind: 'waiting'; readonly secondsLeft: number }
  | { readonly kind: 'back'; readonly device: string; readonly bootId: number; readonly afterMs: number }
  | { readonly kind: 'gave-up'; readonly afterMs: number; readonly why: string }
  /** a device that was tried and is not the controller */
  | { readonly kind: 'skipped'; readonly device: string; readonly why: string }
  /** an event on a live link */
  | ({ readonly kind: 'note' } & LinkNote)
  /** the link was not serviced for a while: the process stalled */
  | { readonly kind: 'stood'; readonly text: string }

const PROGRESS_MS = 1000

export interface ReconnectOptions {
  /** 0 means no waiting at all */
  readonly seconds: number
  readonly clock: Clock
  /** aborts the wait */
  readonly signal: AbortSignal
  /** called once a second, and at the end */
  readonly onProgress: (progress: LinkProgress) => void
}

/**
 * Waits until a controller answers again, under whatever device name, then closes that connection: the next episode
 * opens its own connection and session, and moves nothing before arm and confirm (law 7).
 * @param devices the value of `--serial`
 * @returns false when none answered in time
 */
export async function awaitController(devices: string, options: ReconnectOptions): Promise<boolean> {
  const { seconds, clock, signal, onProgress } = options
  if (seconds === 0) return false
  const began = clock.now()
  const afterMs = (): number => Math.round(clock.now() - began)
  const reportWaiting = (): void =>
    onProgress({ kind: 'waiting', secondsLeft: Math.max(0, Math.round(seconds - afterMs() / 1000)) })
  reportWaiting()
  const progress = setInterval(reportWaiting, PROGRESS_MS)
  try {
    const found = await findController({ devices, timeoutMs: seconds * 1000, clock, signal })
    if (!found.ok) {
      onProgress({ kind: 'gave-up', afterMs: afterMs(), why: found.error.text })
      return false
    }
    const { stream, device, bootId } = found.value
    stream.close()
    onProgress({ kind: 'back', device, bootId, afterMs: afterMs() })
    return !signal.aborted
  } finally {
    clearInterval(progress)
  }
}
