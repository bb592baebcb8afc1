import type { Clock } from '#base/clock.js'
import type { LinkNote } from '#learning/episode.js'
import { findController } from './find-controller.js'

/** What people and programs are told of the link to the controller, and while it is not there. */
export type LinkProgress =
  | { readonly kind: 'waiting'; readonly secondsLeft: number }
  | { readonly kind: 'back'; readonly device: string; readonly bootId: number; readonly afterMs: number }
  | { readonly kind: 'gave-up'; readonly afterMs: number; readonly why: string }
  /** a device that was tried and is not the controller */
  | { readonly kind: 'skipped'; readonly device: string; readonly why: string }
  /** something happened on a link that is there */
  | ({ readonly kind: 'note' } & LinkNote)
  /** nobody looked at the link for a while: the process stood */
  | { readonly kind: 'stood'; readonly text: string }

const PROGRESS_MS = 1000

export interface Patience {
  /** 0 does not wait at all */
  readonly seconds: number
  readonly clock: Clock
  /** stops the waiting */
  readonly signal: AbortSignal
  /** called once a second, and at the end */
  readonly tell: (progress: LinkProgress) => void
}

/**
 * Waits until a controller answers again, under whatever name, and lets go of it: the episode that follows opens a
 * connection and a session of its own, and moves nothing before arm and confirm (law 7).
 * @param devices what `--serial` said
 * @returns false when none came in time
 */
export async function awaitController(devices: string, patience: Patience): Promise<boolean> {
  const { seconds, clock, signal, tell } = patience
  if (seconds === 0) return false
  const began = clock.now()
  const afterMs = (): number => Math.round(clock.now() - began)
  const sayWaiting = (): void =>
    tell({ kind: 'waiting', secondsLeft: Math.max(0, Math.round(seconds - afterMs() / 1000)) })
  sayWaiting()
  const progress = setInterval(sayWaiting, PROGRESS_MS)
  try {
    const found = await findController({ devices, patience: seconds * 1000, clock, signal })
    if (!found.ok) {
      tell({ kind: 'gave-up', afterMs: afterMs(), why: found.error.text })
      return false
    }
    const { stream, device, bootId } = found.value
    stream.close()
    tell({ kind: 'back', device, bootId, afterMs: afterMs() })
    return !signal.aborted
  } finally {
    clearInterval(progress)
  }
}
