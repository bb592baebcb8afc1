import { readable } from '../world-map.js'
import type { PlacedThing } from '../placed.js'
import { drawn, type Drawn } from './drawing.js'
import type { Box } from './label-places.js'

/** A name and what is there, as lines of text. */
interface Caption {
  readonly name: string
  readonly things: readonly string[]
}

/** letters of a line, and height of a line, in units of the drawing */
const LETTER = 5.7
export const LINE = 12.5
/** letters in a line of things */
const MOST_LETTERS = 24
/** lines of things at one place; what has no room there stands beside the map */
export const MOST_LINES = 7

/** A thing with what it carries and what is true of it: `anna (mug, remote)`, `lamp · on`. */
export function thingText({ object, states, carries }: PlacedThing): string {
  const inside = carries.length === 0 ? '' : ` (${carries.map(thingText).join(', ')})`
  return `${[readable(object), ...states].join(' · ')}${inside}`
}

/** Texts in as few lines as fit. @param most letters in a line; a longer text has a line of its own */
export function wrapped(texts: readonly string[], most: number): readonly string[] {
  const lines: string[] = []
  for (const [index, text] of texts.entries()) {
    const written = index === texts.length - 1 ? text : `${text},`
    const last = lines.at(-1)
    if (last !== undefined && last.length + written.length < most)
      lines[lines.length - 1] = `${last} ${written}`
    else lines.push(written)
  }
  return lines
}

export const captionOf = (name: string, things: readonly PlacedThing[]): Caption => ({
  name,
  things: wrapped(things.map(thingText), MOST_LETTERS),
})

export const sizeOfCaption = ({ name, things }: Caption): Pick<Box, 'w' | 'h'> => ({
  w: Math.max(name.length, ...things.map((line) => line.length)) * LETTER + 4,
  h: (1 + things.length) * LINE,
})

/** Draws a caption in its box. @param kind class of its name */
export function drawCaption({ name, things }: Caption, { x, y, h }: Box, kind: string): Drawn {
  const line = (text: string, index: number, as: string): Drawn =>
    drawn('text', { class: as, x: round(x), y: round(y - h / 2 + LINE * (index + 0.78)) }, text)
  return drawn(
    'g',
    { class: 'caption' },
    line(name, 0, kind),
    ...things.map((text, index) => line(text, index + 1, 'thing')),
  )
}

/** Tenths of a unit are finer than anybody sees. */
export const round = (value: number): number => Math.round(value * 10) / 10
