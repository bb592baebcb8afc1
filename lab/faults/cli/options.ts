/** What was asked for on the command line of `graft faults`. */
export interface FaultOptions {
  readonly class: readonly string[]
  readonly group?: string
  readonly seeds: number
  readonly list: boolean
  readonly json: boolean
}
