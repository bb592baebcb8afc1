import type { Frame } from '../frames.js'
import { filledIn, product, type Slot } from '../read/slots.js'
import type { Goal } from '../read/meaning.js'

/** One way to say a claim in formulas of the world. */
export interface Way {
  readonly goals: readonly Goal[]
  readonly fit: number
}

/** All ways to fill the ports of a formula. */
export const filledWays = (
  { goal, outcome }: Pick<Frame, 'goal' | 'outcome'>,
  slots: readonly (readonly Slot[])[],
): Way[] =>
  product(slots)
    .filter(([one, two]) => one?.things.join() !== two?.things.join())
    .map((each) => ({
      goals: filledIn({ formula: goal, text: outcome }, each),
      fit: each.reduce((fit, slot) => fit * slot.fit, 1),
    }))

/** All goals of several ways together: one way for each choice among them. */
export const together = (parts: readonly (readonly Way[])[]): Way[] =>
  parts.reduce<Way[]>(
    (all, ways) =>
      all.flatMap((one) =>
        ways.map(({ goals, fit }) => ({ goals: [...one.goals, ...goals], fit: Math.min(one.fit, fit) })),
      ),
    [{ goals: [], fit: 1 }],
  )
