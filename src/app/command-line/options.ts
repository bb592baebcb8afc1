import { InvalidArgumentError, Option, type Command } from 'commander'
import { parseLine } from '#simulation/line/line-spec.js'

/** The options of `graft run`, as parsed from its command line. */
export interface RunOptions {
  /** names of the options that were typed; all others have their defaults */
  readonly given?: ReadonlySet<string>
  readonly field?: string
  readonly fields?: string
  readonly episodes: number
  readonly seed: number
  readonly tree?: string
  readonly actor: 'model' | 'rules'
  /** model ids; without one, the first model of that role */
  readonly criticModel?: string
  readonly actorModel?: string
  /** folder of models with its own manifest */
  readonly models?: string
  readonly faults: 'nominal' | 'none'
  readonly blockInfo: boolean
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

const addLearningOptions = (command: Command): Command =>
  command
    .option('--field <id>', 'field to learn on: F1 … F5, or an id of the --fields file')
    .option('--fields <file>', 'fields from a YAML file of yours (schema: config/field.schema.json)')
    .option('--episodes <n>', 'how many episodes', wholeNumber(1, 1000), 10)
    .option('--seed <n>', 'seed of every random stream', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--tree <file>', 'initial behaviour tree (default: bt/initial.xml)')
    .addOption(
      new Option('--actor <kind>', 'who edits the tree: the language model, or the rule-based baseline')
        .choices(['model', 'rules'])
        .default('model'),
    )
    .option('--critic-model <id>', 'critic of yours, as `graft models list` names it (docs/drop-in.md)')
    .addOption(
      new Option('--actor-model <id>', 'actor of yours, as `graft models list` names it').conflicts('actor'),
    )
    .option('--models <dir>', 'folder of models with a manifest.json of its own; its models come first')
    .addOption(
      new Option('--faults <profile>', 'execution faults of the virtual robot')
        .choices(['nominal', 'none'])
        .default('nominal'),
    )
    .option('--block-info', 'let the actor see the colours that the camera reads (VRL-07)', false)
    .option('--strict-alg1', "the paper's Algorithm 1 to the letter: no rollback to the best tree", false)
    .option('--until-clean', 'end early: two episodes in a row clean and at the best score (CRIT-11)', false)
    .option('--out <dir>', 'where the run folder is made', 'runs')
    .option('--resume <run>', 'go on with an interrupted run: its id or its folder')

const addRobotOptions = (command: Command): Command =>
  command
    .option(
      '--serial <devices>',
      'a real controller instead of the virtual robot: a device (best /dev/serial/by-id/…), a pattern ' +
        "('/dev/ttyACM*'), or several separated by commas; the one that answers counts",
    )
    .option(
      '--camera <device>',
      'with --serial: the camera that the critic looks through, best /dev/v4l/by-id/…, or a pattern; test ' +
        'is a test picture (docs/camera.md)',
    )
    .option(
      '--armed-by <name>',
      'with --serial: vouch for the robot instead of being asked before each episode',
    )
    .option(
      '--reconnect <seconds>',
      'with --serial: wait that long for a controller whose link was lost, then go on with the next ' +
        'episode; 0 ends the run',
      wholeNumber(0, 86_400),
      60,
    )
    .option('--inject <fault>', 'pull the cable: unplug@EPISODE:SECONDS', unplug)
    .addOption(
      new Option(
        '--line <faults>',
        'a bad serial line for the virtual robot: drop=0.05,duplicate=0.02 (docs/bad-line.md)',
      )
        .argParser(lineText)
        .conflicts('serial'),
    )

const addOutputOptions = (command: Command): Command =>
  command
    .option('--wire', 'keep every byte of the serial line in the run folder, for graft tap', false)
    .option('--json', 'one JSON object a line on stdout: run, episode, alarm, edit, link, summary', false)

/** Kept as text: `run.json` stores it, and `--resume` simulates the same line again. */
function lineText(text: string): string {
  const line = parseLine(text)
  if (line.ok) return text
  throw new InvalidArgumentError(line.error)
}

function unplug(text: string): Unplug {
  const match = /^unplug@(\d+):(\d+(?:\.\d+)?)$/.exec(text)
  if (match === null) {
    throw new InvalidArgumentError(
      `expected unplug@EPISODE:SECONDS such as unplug@2:15, got ${JSON.stringify(text)}`,
    )
  }
  return { episode: Number(match[1]), atSeconds: Number(match[2]) }
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
