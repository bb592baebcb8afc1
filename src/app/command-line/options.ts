import { InvalidArgumentError, Option, type Command } from 'commander'
import { SHOWN_COLOURS, type FieldSettings } from '#base/field-settings.js'
import type { RunManifest } from '#learning/manifest.js'
import { GROUND_NAMES, type GroundName } from '#simulation/field/world/ground/ground.js'
import { SCANNER_NAMES, type ScannerName } from '#simulation/field/world/sensors/virtual-scanner.js'
import { parseLine } from '#simulation/line/line-spec.js'

/** The options of `graft run`, as parsed from its command line. */
export interface RunOptions extends FieldSettings {
  /** names of the options that were typed; all others have their defaults */
  readonly given?: ReadonlySet<string>
  readonly field?: string
  readonly fields?: string
  /** a world described by data: its name, or its folder */
  readonly world?: string
  /** a task of the world: its name, or a file */
  readonly task?: string
  /** what the robot does not know of the world */
  readonly scenario?: string
  readonly episodes: number
  readonly seed: number
  readonly tree?: string
  /** `none` is not typed: the tree of an order is edited by nobody */
  readonly actor: RunManifest['actor']
  /** model ids; without one, the first model of that role */
  readonly criticModel?: string
  readonly actorModel?: string
  /** folder of models with its own manifest */
  readonly models?: string
  readonly faults: 'nominal' | 'none' | 'rough'
  /** what the virtual robot of a field drives on */
  readonly ground?: GroundName
  /** the laser scanner on the virtual robot of a field */
  readonly scanner?: ScannerName
  readonly strictAlg1: boolean
  readonly untilClean?: boolean
  readonly out: string
  readonly resume?: string
  readonly serial?: string
  readonly armedBy?: string
  /** a camera device, or `test` */
  readonly camera?: string
  /** seconds */
  readonly reconnect?: number
  readonly inject?: Unplug
  /** faults of the virtual robot's serial line: see `parseLine` */
  readonly line?: string
  readonly wire?: boolean
  readonly json: boolean
}

/** Closes the byte stream in one episode at a moment of its virtual time: a pulled cable. */
export interface Unplug {
  readonly episode: number
  readonly atSeconds: number
}

export const addRunOptions = (command: Command): Command =>
  addOutputOptions(addRobotOptions(addLearningOptions(command)))

/** Names of the options that were typed. */
export const typedOptions = (command: Command): ReadonlySet<string> =>
  new Set(Object.keys(command.opts()).filter((name) => command.getOptionValueSource(name) === 'cli'))

/** options that say something about a field, its robot or its models only */
export const FIELD_ONLY = [
  'field',
  'fields',
  'criticModel',
  'actorModel',
  'models',
  SHOWN_COLOURS.key,
  'serial',
  'camera',
  'reconnect',
  'inject',
  'line',
  'ground',
  'scanner',
] as const

const addLearningOptions = (command: Command): Command =>
  command
    .option('--field <id>', 'field to learn on: F1 … F5, or an id of the --fields file')
    .option('--fields <file>', 'fields from your own YAML file (schema: config/field.schema.json)')
    .option('--world <name>', 'a world: home, tabletop, field (as without it), or a folder (docs/worlds.md)')
    .option('--task <name>', 'with --world: a task of the world, or a file (default: its task.yaml)')
    .option(
      '--scenario <name>',
      'with --world: what the robot does not know (default: nothing but the --faults)',
    )
    .option('--episodes <n>', 'how many episodes', wholeNumber(1, 1000), 10)
    .option('--seed <n>', 'seed of every random stream', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--tree <file>', 'initial behaviour tree (default: bt/initial.xml)')
    .addOption(
      new Option('--actor <kind>', 'who edits the tree: the language model, or the rule-based baseline')
        .choices(['model', 'rules'])
        .default('model'),
    )
    .option('--critic-model <id>', 'critic to use, by its id in `graft models list` (docs/drop-in.md)')
    .addOption(
      new Option('--actor-model <id>', 'actor to use, by its id in `graft models list`').conflicts('actor'),
    )
    .option('--models <dir>', 'folder of models with its own manifest.json; its models come first')
    .addOption(
      new Option('--faults <profile>', 'execution faults of the virtual robot; rough only with --world')
        .choices(['nominal', 'none', 'rough'])
        .default('nominal'),
    )
    .addOption(
      new Option(
        '--ground <kind>',
        'what the virtual robot drives on: ideal, or a floor on which wheels slip by up to 3 %, wheels and start ' +
          'are a little off (docs/real-floor.md)',
      )
        .choices([...GROUND_NAMES])
        .default('ideal'),
    )
    .addOption(
      new Option(
        '--scanner <model>',
        'laser scanner of the virtual robot, to correct its pose: ld19 is simulated (docs/real-floor.md)',
      )
        .choices([...SCANNER_NAMES])
        .default('none'),
    )
    .option(SHOWN_COLOURS.flag, SHOWN_COLOURS.help, false)
    .option('--strict-alg1', "follow the paper's Algorithm 1 exactly: no rollback to the best tree", false)
    .option('--until-clean', 'end early, after two clean episodes in a row at the best score', false)
    .option('--out <dir>', 'where the run folder is created', named, 'runs')
    .option('--resume <run>', 'resume an interrupted run, given by its id or its folder')

const addRobotOptions = (command: Command): Command =>
  command
    .option(
      '--serial <devices>',
      'a real controller instead of the virtual robot: a device (preferably /dev/serial/by-id/…), a pattern ' +
        "('/dev/ttyACM*'), or several separated by commas; the one that answers is used",
      named,
    )
    .option(
      '--camera <device>',
      'with --serial: the camera for the critic, preferably /dev/v4l/by-id/…, or a pattern; test gives ' +
        'a test picture (docs/camera.md)',
      named,
    )
    .option(
      '--armed-by <name>',
      'vouch for a real robot instead of answering a prompt before each episode',
      named,
    )
    .option(
      '--reconnect <seconds>',
      'with --serial: after a lost link, wait this long for the controller, then continue with the next ' +
        'episode; 0 ends the run',
      wholeNumber(0, 86_400),
      60,
    )
    .addOption(
      new Option('--inject <fault>', 'pull the cable of the virtual robot once: unplug@EPISODE:SECONDS')
        .argParser(parseUnplug)
        .conflicts('serial'),
    )
    .addOption(
      new Option(
        '--line <faults>',
        'simulate a bad serial line on the virtual robot: drop=0.05,duplicate=0.02 (docs/bad-line.md)',
      )
        .argParser(checkedLine)
        .conflicts('serial'),
    )

const addOutputOptions = (command: Command): Command =>
  command
    .option('--wire', 'keep the messages exchanged with the robot in the run folder, for graft tap', false)
    .option(
      '--json',
      'one JSON object per line on stdout: run, episode, alarm, edit, link, timing, summary',
      false,
    )

/** Kept as text: `run.json` stores it, and `--resume` simulates the same line again. */
function checkedLine(text: string): string {
  const line = parseLine(text)
  if (line.ok) return text
  throw new InvalidArgumentError(line.error)
}

/** A name or a path, not nothing: of a person who vouches for a robot, of a folder. */
export function named(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('expected a name, got an empty one')
}

function parseUnplug(text: string, earlier: Unplug | undefined): Unplug {
  if (earlier !== undefined)
    throw new InvalidArgumentError('expected one fault in a run, as a lost link ends it, got a second one')
  const unplug = readUnplug(text)
  if (unplug !== undefined) return unplug
  throw new InvalidArgumentError(
    `expected unplug@EPISODE:SECONDS such as unplug@2:15, episodes from 1, got ${JSON.stringify(text)}`,
  )
}

/** Reads a fault as the command line and `run.json` name it; `undefined` for any other text. */
export function readUnplug(text: string): Unplug | undefined {
  const match = /^unplug@([1-9]\d*):(\d+(?:\.\d+)?)$/.exec(text)
  return match === null ? undefined : { episode: Number(match[1]), atSeconds: Number(match[2]) }
}

/** Parses a whole number option; anything else is refused with the bounds and the value given. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(
      `expected a whole number from ${min} to ${max}, got ${JSON.stringify(text)}`,
    )
  }
}
