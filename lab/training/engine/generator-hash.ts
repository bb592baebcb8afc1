import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sha256 } from '#base/hash.js'
import { projectFile } from '#documents/read-text-file.js'

/** What an episode follows from: the generators, the oracle, the world, the firmware, and all that drives the robot. */
const SOURCES = [
  'lab/training/engine',
  'lab/bench/truth',
  'lab/bench/fields',
  'lab/scripted/silent-critic.ts',
  'src/base',
  'src/bt',
  'src/forecast/plan',
  'src/link',
  'src/robots',
  'src/simulation',
  'src/twin',
  'bt/nodes.xml',
  'bt/subtrees.xml',
  'firmware-protocol/wasm/fw.wasm',
]

/** One hash of the code that makes episodes: sets of equal hash, split and number are equal byte for byte. */
export function generatorHash(): string {
  const root = projectFile('')
  const files = SOURCES.flatMap((source) => filesBelow(join(root, source)))
  const lines = files.map(
    (file) => `${relative(root, file).replaceAll('\\', '/')} ${sha256(readFileSync(file))}`,
  )
  return sha256(lines.sort().join('\n'))
}

function filesBelow(path: string): string[] {
  if (/\.(ts|xml|wasm)$/.test(path)) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.ts'))
    .flatMap((entry) => filesBelow(join(path, entry.name)))
}
