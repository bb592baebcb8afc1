/**
 * Writes a set of episodes (docs/episode-sets.md) from the simulator:
 *
 *     npx tsx lab/training/engine/write.ts OUT --split test --count 2000 [--first 0] [--variants nominal,light]
 *                                             [--keep all|final|sparse] [--faults nominal|none]
 *
 * Same arguments, same code: same bytes. Progress goes to stderr.
 */
import { parseArgs } from 'node:util'
import { must } from '#base/result.js'
import { FORMAT } from '#lab/dataset/format/stored-episode.js'
import { createDataset } from '#lab/dataset/format/write-dataset.js'
import { drawEpisode } from './draw.js'
import { generatorHash } from './generator-hash.js'
import { VARIANTS } from './look.js'
import { playEpisode } from './play.js'
import { isSplitName, seedOf, SPLITS } from './splits.js'
import { KEEPS, storeEpisode } from './stored.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    split: { type: 'string', default: 'test' },
    count: { type: 'string', default: '100' },
    first: { type: 'string', default: '0' },
    variants: { type: 'string', default: 'nominal' },
    keep: { type: 'string', default: 'all' },
    faults: { type: 'string', default: 'nominal' },
  },
})
const [out] = positionals
if (out === undefined)
  throw new Error('usage: write.ts OUT [--split S] [--count N] [--variants …] [--keep …]')
const split = isSplitName(values.split) ? values.split : refuse('split', values.split, Object.keys(SPLITS))
const keep = oneOf('keep', values.keep, KEEPS)
const faults = oneOf('faults', values.faults, ['nominal', 'none'] as const)
const variants = values.variants
  .split(',')
  .filter((name) => name !== '')
  .map((name) => oneOf('variants', name, VARIANTS))
const [count, first] = [Number(values.count), Number(values.first)]

const made = await createDataset(out, {
  format: FORMAT,
  source: 'virtual',
  split,
  generator: {
    name: `write.ts --split ${split} --first ${first} --count ${count} --variants ${variants.join(',')} --keep ${keep}`,
    hash: generatorHash(),
  },
  seeds: [seedOf(SPLITS[split], first), seedOf(SPLITS[split], first + count - 1) + 1],
  faults,
})
const writer = must(made, out)
for (let n = first; n < first + count; n++) {
  await storeEpisode(writer, await playEpisode(drawEpisode(split, n, faults)), { keep, variants })
  if ((n - first + 1) % 50 === 0) process.stderr.write(`${n - first + 1} of ${count} episodes\n`)
}
const { episodes, sha256 } = await writer.close()
process.stderr.write(`${out}: ${episodes} episodes, sha256 ${sha256}\n`)

function oneOf<T extends string>(option: string, got: string, known: readonly T[]): T {
  return known.find((name) => name === got) ?? refuse(option, got, known)
}

function refuse(option: string, got: string, known: readonly string[]): never {
  throw new Error(`--${option} ${got}: expected one of ${known.join(', ')}`)
}
