import { readdirSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import { FIELD_WORLD } from '#config/field/choose-fields.js'
import type { Frame } from '#learning/ports.js'
import type { AsideWorld } from './aside/messages.js'
import type { WorldRobots, WorldSimulation } from './world-robots.js'

/** What a file of `simulations/` exports: the only place where graft meets a simulation of a world. */
export interface SimulationModule {
  /** Reads what lies in the world's folder; gives a fresh robot in a fresh world for each episode. */
  readonly open: (options: WorldSimulation) => Promise<Result<WorldRobots, readonly Diagnostic[]>>
  /** Draws a moment, in a process of its own; absent where no pictures are drawn aside. */
  readonly draw?: (moment: unknown) => Frame
  /**
   * Makes a world in a thread of its own; absent where a world is made with the reflex loop.
   * @param setting as the simulation's own `open` gave it to `startAside`
   */
  readonly aside?: (setting: unknown) => Promise<Result<AsideWorld, string>>
}

const FOLDER = new URL('simulations/', import.meta.url)

/** The simulations that ship with graft, by the name that `driver: { simulated: … }` gives: one file each. */
export const simulationNames = (): readonly string[] => (known ??= namesInFolder())

/** a picture is asked for by name, too, and the folder stays as it was shipped */
let known: readonly string[] | undefined

function namesInFolder(): readonly string[] {
  const names = readdirSync(FOLDER).flatMap((file) => /^([a-z][a-z0-9-]*)\.(?:js|ts)$/.exec(file)?.[1] ?? [])
  return [...new Set(names)].sort()
}

/** Loaded when it is asked for, so that the packages of one simulation are not needed for another. */
export async function loadSimulation(name: string): Promise<SimulationModule | undefined> {
  if (!simulationNames().includes(name)) return undefined
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return (await import(new URL(`${name}.${ending}`, FOLDER).href)) as SimulationModule
}

export async function openSimulation(
  name: string,
  options: WorldSimulation,
): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const simulation = await loadSimulation(name)
  if (simulation !== undefined) return simulation.open(options)
  const problem: Diagnostic = {
    code: 'robot.no-simulation',
    severity: 'error',
    message: `graft has no simulation ${name}`,
    expected: simulationNames().join(', '),
    got: name,
    hint:
      name === FIELD_WORLD
        ? 'the field runs on rules and a robot of its own, whatever a copy of its files says: --world field'
        : 'a simulation of your own is a driver: start it with driver: { process: [...] }',
  }
  return err([problem])
}
