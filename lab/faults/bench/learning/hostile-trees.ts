import type { Rng } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import { treeOf } from '../scene.js'

/** Leaves that are legal alone and wrong in most orders. */
const LEAVES = (rng: Rng): string =>
  rng.pick([
    `<MoveToZone zone="${1 + rng.int(8)}"/>`,
    '<LoadBlocks/>',
    '<UnloadBlocks/>',
    `<RotateBlocks mask="${['1111', '0110', '1000'][rng.int(3)]}"/>`,
    '<MoveCursor/>',
    '<MoveToHome/>',
  ])

const WRAPS: readonly ((inside: string, rng: Rng) => string)[] = [
  (inside) => `<Sequence>${inside}</Sequence>`,
  (inside) => `<Fallback>${inside}</Fallback>`,
  (inside) => `<Sequence><ForceSuccess><Sequence>${inside}</Sequence></ForceSuccess></Sequence>`,
  (inside, rng) => `<Timeout msec="${300 + rng.int(3000)}"><Sequence>${inside}</Sequence></Timeout>`,
  (inside) => `<Parallel failure_count="3" success_count="-1">${inside}</Parallel>`,
  (inside) => `<Inverter><Sequence>${inside}</Sequence></Inverter>`,
  (inside) => `<ReactiveSequence><AlwaysSuccess/><Sequence>${inside}</Sequence></ReactiveSequence>`,
]

/** A tree that no judge has let through: skills in any order, cut off in the middle, two at once. */
export function hostileTree(rng: Rng): TreeDoc {
  const branch = (depth: number): string => {
    const inside = Array.from({ length: 2 + rng.int(4) }, () =>
      depth > 0 && rng.chance(0.4) ? branch(depth - 1) : LEAVES(rng),
    ).join('')
    return rng.pick(WRAPS)(inside, rng)
  }
  return treeOf(`<Sequence>${branch(2)}${branch(2)}${branch(1)}</Sequence>`)
}
