import type { Operator } from '#app/connections/operator.js'
import type { Fluents } from '#worlds/value.js'
import type { ConfirmedOrder } from './site-world.js'
import { isSame } from './standing-belief.js'

/** Where an order is carried out. */
interface Place {
  readonly virtual: boolean
  /** what is believed of it now */
  readonly believed: () => Fluents
  /** hears why it is not armed although somebody has armed it */
  readonly tell: (text: string) => void
}

/**
 * The operator of an order. Whoever has confirmed its plan has armed a simulated robot with it: there is nothing to
 * clear. Somebody may restore the scene before a real one is armed: it is not armed for a plan that was made for
 * another scene.
 */
export function orderOperator(operator: Operator, confirmed: ConfirmedOrder, place: Place): Operator {
  const { virtual, believed, tell } = place
  // nobody can set up a simulated one again: where it does not begin as planned, it does not begin
  const person: Operator = virtual
    ? { arm: () => Promise.resolve(confirmed.by), mayMove: (...asked) => operator.mayMove(...asked) }
    : operator
  return {
    ...person,
    arm: async (episode) => {
      const by = await person.arm(episode)
      if (by === null || isSame(believed(), confirmed.believed)) return by
      tell('the robot is not armed: what is believed has changed since the plan was made; send `do` again')
      return null
    },
  }
}
