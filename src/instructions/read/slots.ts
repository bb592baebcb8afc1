import { called, naming } from '../wording.js'
import type { Goal } from './meaning.js'
import type { Mention } from './mentions.js'

/** What one port of a formula is filled with. */
export interface Slot {
  readonly port: string
  readonly things: readonly string[]
  /** all of the things are meant; otherwise any of them, or so many of them */
  readonly isAll: boolean
  readonly count?: number
  readonly fit: number
}

/** The ways in which the candidates of a mention can fill a port: one for each that may be meant, or one for all. */
export function slotsOf(port: string, { quantity, count, candidates }: Mention): Slot[] {
  const things = candidates.map(({ thing }) => thing)
  const fit = Math.max(0, ...candidates.map((one) => one.fit))
  if (quantity === 'all') return things.length === 0 ? [] : [{ port, things, isAll: true, fit }]
  if (quantity === 'any' && things.length > 1)
    return [{ port, things, isAll: false, ...(count === undefined ? {} : { count }), fit }]
  return candidates.map((one) => ({ port, things: [one.thing], isAll: true, fit: one.fit }))
}

/** All ways to take one slot of each list. */
export const product = (lists: readonly (readonly Slot[])[]): Slot[][] =>
  lists.reduce<Slot[][]>((ways, slots) => ways.flatMap((way) => slots.map((slot) => [...way, slot])), [[]])

/** A formula with its ports filled in: several goals where several things are meant. */
export const filledIn = ({ formula, text }: Goal, slots: readonly Slot[]): Goal[] =>
  slots.reduce<Goal[]>((goals, slot) => goals.flatMap((goal) => withSlot(goal, slot)), [{ formula, text }])

function withSlot({ formula, text }: Goal, { port, things, isAll, count }: Slot): Goal[] {
  const named = (names: readonly string[]): string => naming(text, port, names)
  if (isAll)
    return things.map((thing) => ({
      formula: formula.replaceAll(new RegExp(`\\?${port}\\b`, 'g'), thing),
      text: named([thing]).replaceAll(new RegExp(`\\?${port}\\b`, 'g'), thing),
    }))
  const set = `?${port} in {${things.join(', ')}}`
  return count === undefined
    ? [{ formula: `exists ${set} (${formula})`, text: named(things) }]
    : [
        {
          formula: `count ${set} (${formula}) >= ${count}`,
          text: `of the ${things.map(called).join(' or the ')} at least ${count}: ${named(['one'])}`,
        },
      ]
}
