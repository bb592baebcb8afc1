import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import { FIELD_WORLD } from '#config/field/choose-fields.js'
import { openHome } from './simulated-home.js'
import type { WorldRobots, WorldSimulation } from './world-robots.js'

type Opener = (options: WorldSimulation) => Promise<Result<WorldRobots, readonly Diagnostic[]>>

/** The simulations that ship with graft, by the name that `driver: { simulated: … }` gives. */
const SIMULATIONS: Readonly<Partial<Record<string, Opener>>> = { home: openHome }

export function openSimulation(
  name: string,
  options: WorldSimulation,
): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const open = SIMULATIONS[name]
  if (open !== undefined) return open(options)
  const problem: Diagnostic = {
    code: 'robot.no-simulation',
    severity: 'error',
    message: `graft has no simulation ${name}`,
    expected: Object.keys(SIMULATIONS).join(', '),
    got: name,
    hint:
      name === FIELD_WORLD
        ? 'the field runs on rules and a robot of its own, whatever a copy of its files says: --world field'
        : 'a simulation of your own is a driver: start it with driver: { process: [...] }',
  }
  return Promise.resolve(err([problem]))
}
