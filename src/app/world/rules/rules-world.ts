import { stream } from '#base/random.js'
import type { DataDomain } from '#worlds/assemble.js'
import { UNKNOWN, valuesOf, type Fluents } from '#worlds/value.js'
import type { WorldSimulation } from '../world-robots.js'

/** How often declared failures come, against what the world says. */
const TIMES: Readonly<Record<WorldSimulation['faults'], number>> = { none: 0, nominal: 1, rough: 2 }

/** The world with the failures of a profile: none, as often as it declares them, or twice as often. */
export function declaredChances(domain: DataDomain, faults: WorldSimulation['faults']): DataDomain {
  const times = TIMES[faults]
  if (times === 1) return domain
  return {
    ...domain,
    about: (state, command) => {
      const info = domain.about(state, command)
      return {
        ...info,
        ways: info.ways.map((way) =>
          way.fails && way.chance !== undefined ? { ...way, chance: Math.min(1, times * way.chance) } : way,
        ),
      }
    },
  }
}

/** What nobody knows is something all the same: by the seed, and the same in every episode of it. */
export const truthOf = ({ sorts }: DataDomain, believed: Fluents, seed: number): Fluents =>
  new Map(
    [...believed].map(([fact, value]) => {
      const sort = sorts.get(fact)
      const values = value === UNKNOWN && sort !== undefined ? valuesOf(sort) : []
      return [fact, values.length === 0 ? value : stream(seed, 'rules', fact).pick(values)]
    }),
  )
