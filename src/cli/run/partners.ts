import type { Diagnostic } from '#base/diagnostic.js'
import type { DriverSpec } from '#worlds/robot/load-robot.js'
import { pulledTooLate } from './pulled-cable.js'
import { FIELD_ONLY, type RunOptions } from '#app/command-line/options.js'

/** An option that says nothing without another, or beside it, in a run on a field. */
export function missingPartner(options: RunOptions): Diagnostic | undefined {
  if (options.camera !== undefined && options.serial === undefined) return CAMERA_ALONE
  if (options.serial !== undefined && options.given?.has('ground') === true) return GROUND_OF_A_REAL_ROBOT
  if (options.serial !== undefined && (options.scanner ?? 'none') !== 'none') return scannerOnSerial(options)
  // a run that is resumed has the faults with which it began, or says what contradicts them
  if (options.faults === 'rough' && options.resume === undefined) return roughField(options)
  const late = options.resume === undefined ? pulledTooLate(options) : undefined
  if (late !== undefined) return late
  if (options.world !== undefined) return undefined
  const alone = WORLD_ONLY.find((name) => options[name] !== undefined)
  return alone === undefined ? undefined : needsWorld(alone)
}

/** Options that say something about the field, in a run in another world. */
export function fieldOptions({ given = new Set(), world = '' }: RunOptions): readonly Diagnostic[] {
  return FIELD_ONLY.filter((name) => given.has(name)).map((name) => ({
    code: 'run.field-only',
    severity: 'error',
    message: `--${flagOf(name)} is for runs on a field, and ${world} is another world`,
    expected: 'a run on a field',
    got: `--${flagOf(name)} with --world ${world}`,
    hint: `omit it, or run the field: --world field instead of --world ${world}`,
  }))
}

/** Options that say something about a simulation of graft, in a run with a driver of its own. */
export function simulationOptions(
  { given = new Set() }: Pick<RunOptions, 'given'>,
  { kind }: Pick<DriverSpec, 'kind'>,
): readonly Diagnostic[] {
  if (kind === 'simulated') return []
  return (['scenario', 'faults'] as const)
    .filter((name) => given.has(name))
    .map((name) => ({
      code: 'run.own-driver',
      severity: 'error',
      message: `--${name} is for simulations that ship with graft, and this robot has a driver of its own (${kind})`,
      hint: `omit --${name}; what a driver of your own simulates is its own affair`,
    }))
}

/** As it is typed: `criticModel` is `critic-model`. */
export const flagOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** options that say something about a world only */
const WORLD_ONLY = ['task', 'scenario'] as const

const needsWorld = (name: string): Diagnostic => ({
  code: 'run.no-world',
  severity: 'error',
  message: `--${name} needs --world`,
  expected: `a world that has a ${name} of this name`,
  got: `--${name} without --world`,
  hint: `graft run --world home --${name} NAME; a field has neither tasks nor scenarios`,
})

const roughField = ({ world }: RunOptions): Diagnostic => ({
  code: 'run.no-world',
  severity: 'error',
  message: '--faults rough is for worlds: a field has no such faults',
  expected: '--faults nominal or none, or a world whose simulation has rough faults',
  got: world === undefined ? '--faults rough without --world' : `--faults rough with --world ${world}`,
  hint: 'graft run --world home --faults rough, or leave --faults out',
})

const GROUND_OF_A_REAL_ROBOT: Diagnostic = {
  code: 'run.virtual-only',
  severity: 'error',
  message: '--ground is for the virtual robot: a real one has the floor that it stands on',
  expected: '--ground without --serial',
  got: 'both',
  hint: 'leave one of them out',
}

const scannerOnSerial = ({ scanner }: RunOptions): Diagnostic => ({
  code: 'run.virtual-only',
  severity: 'error',
  message: '--scanner is for the virtual robot: the port of a real laser scanner cannot be opened yet',
  expected: '--scanner none with --serial',
  got: `--scanner ${scanner}`,
  hint: 'omit --scanner; a real robot localises by its wheels',
})

const CAMERA_ALONE: Diagnostic = {
  code: 'run.camera-alone',
  severity: 'error',
  message: '--camera needs --serial',
  expected: 'a real robot for the real camera',
  got: '--camera without --serial',
  hint: 'the virtual robot has a simulated camera: leave --camera out',
}
