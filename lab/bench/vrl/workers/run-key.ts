/** Names one run of a bench: which row of the table, on which field, with which luck. */
export interface RunKey {
  readonly configuration: string
  readonly field: string
  readonly seed: number
}

export const keyText = ({ configuration, field, seed }: RunKey): string => `${configuration} ${field} ${seed}`
