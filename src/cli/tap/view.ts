import type { WireClock } from '#app/run-folder/wire-file.js'
import type { WireEvent, WireSummary } from './wire-analyzer.js'

/** What the file itself has to say, beside the wire in it. `at` in µs, `offset` in the file. */
export type WireNote =
  | { readonly kind: 'lost'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'full'; readonly at: number }
  | { readonly kind: 'fileDamaged'; readonly offset: number; readonly bytes: number }
  | { readonly kind: 'torn'; readonly offset: number; readonly bytes: number }
  /** no closing mark: the recorder was killed, or is still at work */
  | { readonly kind: 'open' }

/** One wire, as it is called and timed. */
export interface WireSource {
  readonly name: string
  readonly clock: WireClock | 'none'
}

/** How a tap shows itself. */
export interface WireOutput {
  start(source: WireSource): void
  event(event: WireEvent): void
  note(note: WireNote): void
  end(summary: WireSummary): void
}
