import type { Frame } from '#instructions/frames.js'
import type { Understood } from '#instructions/understand.js'

/**
 * A frame with the first thing that fits in its first port and the last that fit in the others: what a parser does
 * that does not look at how words hang together.
 */
export interface Filled {
  readonly formula: string
  /** number of the last thing that it takes */
  readonly last: number
}

/** @param things in the order in which they are named; @returns undefined when a port stays empty */
export function filled({ ports, goal }: Frame, things: readonly string[]): Filled | undefined {
  const taken = new Set<number>()
  let formula = goal
  for (const [number, { name, values }] of ports.entries()) {
    const fits = (thing: string, at: number): boolean => values.has(thing) && !taken.has(at)
    const at = number === 0 ? things.findIndex(fits) : things.findLastIndex(fits)
    const thing = things[at]
    if (thing === undefined) return undefined
    taken.add(at)
    formula = formula.replaceAll(new RegExp(String.raw`\?${name}\b`, 'g'), thing)
  }
  return { formula, last: Math.max(-1, ...taken) }
}

/** A formula as the only reading of an order, of which its parser has no doubt; without one it is not understood. */
export const certain = (formula: string | undefined, order: string): Understood => ({
  readings:
    formula === undefined
      ? []
      : [
          {
            goals: [{ formula, text: formula }],
            assumes: [],
            never: [],
            order: [],
            fit: 1,
            left: [],
            isUnsafe: false,
          },
        ],
  unclear: formula === undefined ? order : undefined,
})
