import type { WireClock } from '#app/run-folder/wire-file.js'
import type { WireEvent, WireSummary } from '#link/analysis/wire-analyzer.js'

/** A remark on the file itself rather than on the wire. `at` in µs, `offset` in the file. */
export type WireNote =
  | { readonly kind: 'lost'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'full'; readonly at: number }
  | { readonly kind: 'fileDamaged'; readonly offset: number; readonly bytes: number }
  | { readonly kind: 'torn'; readonly offset: number; readonly bytes: number }
  /** no end marker: the recorder was killed, or is still recording */
  | { readonly kind: 'open' }

/** The name and timing of one wire. */
export interface WireSource {
  readonly name: string
  readonly clock: WireClock | 'none'
}

/** The output of a tap. */
export interface WireOutput {
  start(source: WireSource): void
  event(event: WireEvent): void
  note(note: WireNote): void
  end(summary: WireSummary): void
}
