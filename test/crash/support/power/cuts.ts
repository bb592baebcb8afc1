import { stream, type Rng } from '#base/random.js'
import type { Cut, FakeDisk, Image, NameDurability, Volatile } from './disk.js'

const SECTOR = 512
const RANDOM_TEARS = 24

export interface State {
  readonly image: Image
  readonly position: number
  readonly acks: ReturnType<FakeDisk['acksAt']>
}

export interface PowerCut {
  readonly at: Volatile
  readonly cut: Cut
}

export interface CutOptions {
  readonly durability: NameDurability
  readonly seed: number
  /** subsets by chance at each position */
  readonly random: number
  /** a last write up to this long is torn at every byte; a longer one at its sectors and at bytes by chance */
  readonly everyByte: number
}

/**
 * Power cuts after every operation. First those that one can count up: nothing kept, all kept, every prefix, each alone
 * or missing, names before data and data before names, the last write torn. Then any subset with any tears by chance.
 */
export function* powerCuts(disk: FakeDisk, options: CutOptions): Generator<PowerCut> {
  for (let position = 0; position <= disk.operations.length; position++) {
    const at = disk.volatileAt(position)
    const rng = stream(options.seed, 'power-cut', position)
    for (const cut of cutsAt(disk, at, options, rng)) yield { at, cut }
  }
}

const stateAfter = (disk: FakeDisk, { at, cut }: PowerCut): State => ({
  image: disk.image(at, cut),
  position: at.position,
  acks: disk.acksAt(at.position),
})

/** What they leave behind; states that are equal once. */
export function* distinctStates(disk: FakeDisk, cuts: Iterable<PowerCut>): Generator<State> {
  const seen = new Set<string>()
  for (const each of cuts) {
    const state = stateAfter(disk, each)
    if (seen.has(state.image.digest)) continue
    seen.add(state.image.digest)
    yield state
  }
}

function* cutsAt(
  disk: FakeDisk,
  at: Volatile,
  { durability, random, everyByte }: CutOptions,
  rng: Rng,
): Generator<Cut> {
  const { position, names, data } = at
  const cut = (keptNames: readonly number[], keptData: readonly (readonly [number, number])[]): Cut => ({
    position,
    names: new Set(keptNames),
    data: new Map(keptData),
  })
  const whole = (indices: readonly number[]): [number, number][] => indices.map((i) => [i, sizeOf(disk, i)])
  for (const some of [names, []]) {
    yield cut(some, whole(data))
    yield cut(some, [])
    for (const n of data.keys()) {
      yield cut(some, whole(data.slice(0, n)))
      yield cut(some, whole(data.filter((_, i) => i !== n)))
      yield cut(some, whole(data.slice(n, n + 1)))
    }
  }
  for (const n of names.keys()) {
    yield cut(names.slice(0, n), whole(data))
    yield cut(names.slice(0, n), [])
    if (durability === 'letter') {
      yield cut(
        names.filter((_, i) => i !== n),
        whole(data),
      )
      yield cut(names.slice(n, n + 1), whole(data))
    }
  }
  const last = data.at(-1)
  if (last !== undefined && last === position - 1) {
    const before = whole(data.slice(0, -1))
    for (const tear of tearsOf(sizeOf(disk, last), everyByte, rng))
      yield cut(names, [...before, [last, tear]])
  }
  if (names.length + data.length < 2) return
  for (let i = 0; i < random; i++) yield byChance(disk, at, durability, rng)
}

function byChance(
  disk: FakeDisk,
  { position, names, data }: Volatile,
  durability: NameDurability,
  rng: Rng,
): Cut {
  const kept =
    durability === 'journal' ? names.slice(0, rng.int(names.length + 1)) : names.filter(() => rng.chance(0.5))
  const pieces = data.flatMap((i): [number, number][] => {
    if (rng.chance(0.4)) return []
    const size = sizeOf(disk, i)
    return [[i, rng.chance(0.5) ? size : tear(size, rng)]]
  })
  return { position, names: new Set(kept), data: new Map(pieces) }
}

function* tearsOf(size: number, everyByte: number, rng: Rng): Generator<number> {
  if (size <= everyByte) {
    for (let n = 1; n < size; n++) yield n
    return
  }
  for (let n = SECTOR; n < size; n += SECTOR) yield n
  for (let i = 0; i < RANDOM_TEARS; i++) yield 1 + rng.int(size - 1)
}

const tear = (size: number, rng: Rng): number => {
  const at = rng.int(Math.max(1, size))
  return rng.chance(0.5) ? at - (at % SECTOR) : at
}

function sizeOf(disk: FakeDisk, i: number): number {
  const operation = disk.operations[i]
  return operation?.kind === 'write' ? operation.bytes.length : 0
}
