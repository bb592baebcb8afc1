import { PAINT } from './colour.js'
import type { BoxPaint } from './solid.js'

/** Colours of a block: large faces blue and orange, plain wood around. */
export const blockPaint = (face: 'blue' | 'orange'): BoxPaint => ({
  top: PAINT[face],
  bottom: PAINT[face === 'blue' ? 'orange' : 'blue'],
  side: PAINT.wood,
})
