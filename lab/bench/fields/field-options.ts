import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { wholeNumber } from '#app/command-line/options.js'
import { benchFields } from './bench-fields.js'
import { randomFields } from './random-field.js'

/** Which fields a bench plays: of files, or drawn. */
export interface FieldOptions {
  readonly fields?: string
  readonly randomFields?: number
  readonly fieldSeed: number
  readonly fieldReach: number
}

/** @param without what is played when nothing is asked for, for people */
export function addFieldOptions(command: Command, without: string): Command {
  return command
    .option('--fields <path>', `a YAML file or a folder of them (default: ${without})`)
    .addOption(
      new Option('--random-fields <n>', 'so many fields drawn all over the 3 × 2 m instead, ids in any order')
        .argParser(wholeNumber(1, 1000))
        .conflicts('fields'),
    )
    .option(
      '--field-seed <n>',
      'seed of those fields; below 1000 for whoever works on graft, from 1000 on for examinations',
      wholeNumber(0, 999_999_999),
      1000,
    )
    .option('--field-reach <m>', 'they leave what lies beyond this x empty', metres, 3)
}

/** From which seed on a bench plays, one more after each round of its fields. */
export const seedOption = (): Option =>
  new Option(
    '--seed-from <n>',
    'first seed; below 1000 for whoever works on graft, from 5000 on for examinations',
  )
    .argParser(wholeNumber(0, 1_000_000))
    .default(1)

/** @param path files when none are named; undefined = the five shipped fields */
export async function chosenFields(
  options: FieldOptions,
  path?: string,
): Promise<Result<readonly FieldSetup[], readonly Diagnostic[]>> {
  const { fields = path, randomFields: count, fieldSeed, fieldReach } = options
  if (count === undefined) return benchFields(fields)
  return ok(randomFields({ count, seed: fieldSeed, reach: fieldReach }))
}

const LEAST_REACH = 1.5
const WIDTH = 3

function metres(text: string): number {
  const value = Number(text)
  if (value >= LEAST_REACH && value <= WIDTH) return value
  throw new InvalidArgumentError(
    `expected metres from ${LEAST_REACH} to ${WIDTH}, got ${JSON.stringify(text)}`,
  )
}
