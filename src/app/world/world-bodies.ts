import type { Result } from '#base/result.js'
import type { DriverLine } from '#robots/driver/driver-line.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import type { WorldBody } from '#runtime/world/prepare.js'
import type { Fluents } from '#worlds/value.js'

/** What a simulation of a world needs to know. */
export interface WorldSimulation {
  /** the world's folder: geometry and scenarios lie in it */
  readonly folder: string
  /** hidden facts and people: a file of the world by its name, or a path; by default all is as believed */
  readonly scenario?: string
  readonly task: string
  /** the facts as the task begins, in which hidden ones differ by the scenario */
  readonly believed: Fluents
  readonly seed: number
  readonly faults: 'none' | 'nominal' | 'rough'
}

/** A fresh robot in a fresh world for each episode. */
export type WorldBodies = (
  episode: number,
) => Result<Omit<WorldBody, 'monitor' | 'trusts'> & { readonly line: DriverLine }, BringUpFailure>
