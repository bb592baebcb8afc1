import type { PaletteOptions } from '#cli/bt/input/palette.js'

export const CHECK_FORMATS = ['text', 'json', 'sarif'] as const
export type CheckFormat = (typeof CHECK_FORMATS)[number]

export interface TwinCheckOptions extends PaletteOptions {
  readonly field?: string
  readonly fields?: string
  /** a world as data instead of the robot's field */
  readonly domain?: string
  readonly tree?: string
  readonly format: CheckFormat
  /** tell each refusal in sentences: rule, belief and where it comes from, what would mend it */
  readonly explain: boolean
}
