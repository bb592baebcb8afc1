import type { WireClock } from './wire-file.js'
import type { TapEvent, TapSummary } from './wire-witness.js'

/** What the file itself has to say, beside the wire in it. `at` in µs, `offset` in the file. */
export type TapNote =
  | { readonly kind: 'lost'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'full'; readonly at: number }
  | { readonly kind: 'fileDamaged'; readonly offset: number; readonly bytes: number }
  | { readonly kind: 'torn'; readonly offset: number; readonly bytes: number }
  /** no closing mark: the recorder was killed, or is still at work */
  | { readonly kind: 'open' }

/** One wire, as it is called and timed. */
export interface TapSource {
  readonly name: string
  readonly clock: WireClock | 'none'
}

/** How a tap shows itself. */
export interface TapView {
  start(source: TapSource): void
  event(event: TapEvent): void
  note(note: TapNote): void
  end(summary: TapSummary): void
}
