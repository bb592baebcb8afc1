import type { Rng } from '#base/random.js'
import type { Vector } from '#tabletop/arm/pose.js'
import type { Part } from './solids.js'

/**
 * The parts of the data. The network learns from `train`; what a reader weighs is fitted on `fit` and `validation`, and
 * its bounds are chosen there; `test` is shown at the end. No shape occurs in two of them. `fit` and `validation` have
 * the same hues, and `fit` the arrangements of all but `test`, whose hues and arrangements occur nowhere else.
 */
export type Split = 'train' | 'fit' | 'validation' | 'test'
export const SPLITS: readonly Split[] = ['train', 'fit', 'validation', 'test']

/** Things of one make, in many sizes. */
export interface Family {
  readonly name: string
  readonly split: Split
  /** it looks other when it lies than when it stands */
  readonly tips: boolean
  /** something can be put on it as it stands */
  readonly flat: boolean
  /** its solids, upright; lengths in metres */
  readonly parts: (rng: Rng) => Part[]
}

export const between = (rng: Rng, from: number, to: number): number => from + (to - from) * rng.next()
export const box = (half: Vector, at: Vector, tone: 0 | 1 = 0): Part => ({
  shape: 'box',
  size: half,
  at,
  tone,
})
export const rod = (radius: number, half: number, at: Vector, tone: 0 | 1 = 0): Part => ({
  shape: 'cylinder',
  size: [radius, half, 0],
  at,
  tone,
})
/** The same, with its length along x. */
export const lying = (part: Part): Part => ({ ...part, along: 'x' })
export const ball = (radius: number, at: Vector, tone: 0 | 1 = 0): Part => ({
  shape: 'sphere',
  size: [radius, 0, 0],
  at,
  tone,
})

export const FAMILIES: readonly Family[] = [
  family('train', 'cube', '-flat', (rng) => {
    const half = between(rng, 0.013, 0.028)
    return [box([half, half, half], [0, 0, 0])]
  }),
  family('train', 'slab', 'tips flat', (rng) => [
    box([between(rng, 0.025, 0.05), between(rng, 0.018, 0.04), between(rng, 0.007, 0.012)], [0, 0, 0]),
  ]),
  family('train', 'pillar', 'tips flat', (rng) => [
    box([between(rng, 0.012, 0.02), between(rng, 0.012, 0.02), between(rng, 0.03, 0.055)], [0, 0, 0]),
  ]),
  family('train', 'can', 'tips flat', (rng) => [
    rod(between(rng, 0.014, 0.03), between(rng, 0.025, 0.05), [0, 0, 0]),
  ]),
  family('train', 'disc', 'tips flat', (rng) => [
    rod(between(rng, 0.022, 0.045), between(rng, 0.007, 0.012), [0, 0, 0]),
  ]),
  family('train', 'ball', '', (rng) => [ball(between(rng, 0.014, 0.03), [0, 0, 0])]),
  family('train', 'pill', '', (rng) => [
    { ...lying(rod(between(rng, 0.011, 0.02), between(rng, 0.015, 0.035), [0, 0, 0])), shape: 'capsule' },
  ]),
  family('train', 'mug', 'tips', (rng) => {
    const [radius, half] = [between(rng, 0.02, 0.032), between(rng, 0.022, 0.042)]
    return [
      rod(radius, half, [0, 0, 0]),
      rod(0.75 * radius, 0.002, [0, 0, half], 1),
      box([0.009, 0.005, 0.6 * half], [radius + 0.007, 0, 0]),
    ]
  }),
  family('train', 'ell', 'tips', (rng) => {
    const [long, tall, thick] = [
      between(rng, 0.025, 0.042),
      between(rng, 0.02, 0.038),
      between(rng, 0.008, 0.014),
    ]
    return [
      box([long, thick, thick], [0, 0, -tall]),
      box([thick, thick, tall], [thick - long, 0, thick], rng.int(2) as 0 | 1),
    ]
  }),
  family('train', 'dumbbell', '', (rng) => {
    const [radius, apart] = [between(rng, 0.014, 0.02), between(rng, 0.022, 0.036)]
    return [lying(rod(0.007, apart, [0, 0, 0], 1)), ball(radius, [-apart, 0, 0]), ball(radius, [apart, 0, 0])]
  }),
  family('train', 'tower', 'tips', (rng) => {
    const [half, tall] = [between(rng, 0.018, 0.03), between(rng, 0.01, 0.022)]
    return [box([half, half, tall], [0, 0, 0]), rod(0.6 * half, tall, [0, 0, 2 * tall], 1)]
  }),
  family('train', 'plug', '', (rng) => {
    const [long, wide] = [between(rng, 0.02, 0.032), between(rng, 0.011, 0.018)]
    return [box([long, wide, wide], [0, 0, 0]), lying(rod(0.4 * wide, 0.014, [long + 0.014, 0, 0], 1))]
  }),
  family('fit', 'stairs', 'tips', (rng) => {
    const [long, wide, high] = [
      between(rng, 0.008, 0.013),
      between(rng, 0.014, 0.03),
      between(rng, 0.008, 0.014),
    ]
    return [0, 1, 2].map((step) =>
      box([long, wide, (step + 1) * high], [2 * step * long, 0, (step + 1) * high], step === 1 ? 1 : 0),
    )
  }),
  family('fit', 'hammer', '', (rng) => {
    const [long, head] = [between(rng, 0.026, 0.042), between(rng, 0.009, 0.015)]
    return [lying(rod(0.007, long, [0, 0, 0], 1)), box([head, between(rng, 0.018, 0.03), head], [long, 0, 0])]
  }),
  family('fit', 'pin', 'tips', (rng) => {
    const [radius, tall] = [between(rng, 0.018, 0.03), between(rng, 0.016, 0.034)]
    return [
      rod(radius, 0.005, [0, 0, 0]),
      rod(0.35 * radius, tall, [0, 0, tall], 1),
      ball(between(rng, 0.011, 0.016), [0, 0, 2 * tall], rng.int(2) as 0 | 1),
    ]
  }),
  family('fit', 'table', 'tips flat', (rng) => {
    const [long, wide, tall] = [
      between(rng, 0.024, 0.042),
      between(rng, 0.018, 0.03),
      between(rng, 0.012, 0.024),
    ]
    return [
      box([long, wide, 0.005], [0, 0, tall + 0.005]),
      ...[-1, 1].flatMap((x) =>
        [-1, 1].map((y) => box([0.005, 0.005, tall], [x * (long - 0.005), y * (wide - 0.005), 0], 1)),
      ),
    ]
  }),
  family('fit', 'pot', 'tips', (rng) => {
    const [radius, half] = [between(rng, 0.02, 0.034), between(rng, 0.014, 0.028)]
    return [
      rod(radius, half, [0, 0, 0]),
      ball(between(rng, 0.008, 0.012), [0, 0, half + 0.006], 1),
      lying(rod(0.006, radius + 0.012, [0, 0, 0.5 * half], 1)),
    ]
  }),
  family('fit', 'car', 'tips flat', (rng) => {
    const [long, wide, high] = [
      between(rng, 0.026, 0.042),
      between(rng, 0.013, 0.02),
      between(rng, 0.007, 0.012),
    ]
    const wheels = [-1, 1].map((side): Part => ({
      ...rod(0.009, wide + 0.004, [side * 0.6 * long, 0, -high], 1),
      along: 'y',
    }))
    return [
      box([long, wide, high], [0, 0, 0]),
      box([0.5 * long, wide, high], [-0.2 * long, 0, 2 * high]),
      ...wheels,
    ]
  }),
  family('fit', 'house', 'tips', (rng) => {
    const [long, wide, high] = [
      between(rng, 0.018, 0.036),
      between(rng, 0.014, 0.024),
      between(rng, 0.012, 0.024),
    ]
    return [box([long, wide, high], [0, 0, 0]), lying(rod(0.9 * wide, long, [0, 0, high], 1))]
  }),
  family('fit', 'zed', 'tips flat', (rng) => {
    const [long, wide, high] = [
      between(rng, 0.014, 0.024),
      between(rng, 0.007, 0.011),
      between(rng, 0.009, 0.016),
    ]
    return [
      box([wide, long, high], [0, 0, 0]),
      box([long, wide, high], [long - wide, long, 0], rng.int(2) as 0 | 1),
      box([long, wide, high], [wide - long, -long, 0]),
    ]
  }),
  family('fit', 'corner', 'tips', (rng) => {
    const [side, thick] = [between(rng, 0.02, 0.034), between(rng, 0.005, 0.008)]
    return [
      box([side, side, thick], [0, 0, 0]),
      box([side, thick, side], [0, thick - side, side], 1),
      box([thick, side, side], [thick - side, 0, side]),
    ]
  }),
  family('fit', 'snowman', 'tips', (rng) => {
    const radius = between(rng, 0.018, 0.028)
    const small = between(rng, 0.6, 0.8) * radius
    return [ball(radius, [0, 0, 0]), ball(small, [0, 0, radius + 0.7 * small], rng.int(2) as 0 | 1)]
  }),
  family('fit', 'key', 'tips flat', (rng) => {
    const [radius, long] = [between(rng, 0.014, 0.02), between(rng, 0.02, 0.034)]
    return [
      rod(radius, 0.007, [0, 0, 0]),
      box([long, 0.006, 0.007], [radius + long - 0.004, 0, 0], 1),
      box([0.005, 0.012, 0.007], [radius + 2 * long - 0.012, 0.008, 0], 1),
    ]
  }),
  family('fit', 'comb', 'tips', (rng) => {
    const [long, wide, tall] = [
      between(rng, 0.026, 0.04),
      between(rng, 0.014, 0.026),
      between(rng, 0.01, 0.022),
    ]
    return [
      box([long, wide, 0.006], [0, 0, 0]),
      ...[-1, 0, 1].map((at) => box([0.004, wide, tall], [at * (long - 0.006), 0, tall], 1)),
    ]
  }),
  family('fit', 'barrel', 'tips', (rng) => {
    const [radius, half] = [between(rng, 0.015, 0.024), between(rng, 0.012, 0.03)]
    return [
      { ...rod(radius, half, [0, 0, 0]), shape: 'capsule' },
      rod(1.3 * radius, between(rng, 0.005, 0.009), [0, 0, between(rng, -0.5, 0.5) * half], 1),
    ]
  }),
  family('fit', 'staple', 'tips flat', (rng) => {
    const [long, deep, high] = [
      between(rng, 0.02, 0.036),
      between(rng, 0.014, 0.026),
      between(rng, 0.009, 0.015),
    ]
    const thick = between(rng, 0.006, 0.009)
    return [
      box([long, thick, high], [0, 0, 0]),
      ...[-1, 1].map((side) => box([thick, deep, high], [side * (long - thick), deep, 0], 1)),
    ]
  }),
  family('validation', 'bottle', 'tips', (rng) => {
    const [radius, half] = [between(rng, 0.016, 0.028), between(rng, 0.022, 0.036)]
    return [rod(radius, half, [0, 0, 0]), rod(0.45 * radius, 0.013, [0, 0, half + 0.013], 1)]
  }),
  family('validation', 'arch', 'tips flat', (rng) => {
    const [wide, tall, deep] = [
      between(rng, 0.024, 0.04),
      between(rng, 0.014, 0.026),
      between(rng, 0.012, 0.02),
    ]
    const thick = 0.008
    return [
      box([thick, deep, tall], [-wide + thick, 0, 0]),
      box([thick, deep, tall], [wide - thick, 0, 0]),
      box([wide, deep, thick], [0, 0, tall + thick], rng.int(2) as 0 | 1),
    ]
  }),
  family('validation', 'cross', 'tips flat', (rng) => {
    const [long, wide, high] = [
      between(rng, 0.024, 0.042),
      between(rng, 0.007, 0.013),
      between(rng, 0.008, 0.016),
    ]
    return [
      box([long, wide, high], [0, 0, 0]),
      box([wide, long * between(rng, 0.6, 1), high], [0, 0, 0], rng.int(2) as 0 | 1),
    ]
  }),
  family('validation', 'bench', 'tips', (rng) => {
    const [long, deep] = [between(rng, 0.024, 0.04), between(rng, 0.016, 0.024)]
    return [
      box([long, deep, 0.01], [0, 0, 0]),
      box([long, 0.007, between(rng, 0.015, 0.028)], [0, deep - 0.007, 0.025], 1),
    ]
  }),
  family('test', 'egg', '', (rng) => [
    {
      shape: 'ellipsoid',
      size: [between(rng, 0.022, 0.042), between(rng, 0.014, 0.026), between(rng, 0.012, 0.02)],
      at: [0, 0, 0],
      tone: 0,
    },
  ]),
  family('test', 'tee', 'tips flat', (rng) => {
    const [wide, tall, deep] = [
      between(rng, 0.024, 0.042),
      between(rng, 0.015, 0.03),
      between(rng, 0.012, 0.02),
    ]
    return [
      box([0.009, deep, tall], [0, 0, 0]),
      box([wide, deep, 0.008], [0, 0, tall + 0.008], rng.int(2) as 0 | 1),
    ]
  }),
  family('test', 'bowl', 'tips', (rng) => {
    const [half, tall, thick] = [between(rng, 0.024, 0.036), between(rng, 0.012, 0.022), 0.004]
    return [
      box([half, half, 0.004], [0, 0, -tall], 1),
      ...[-1, 1].flatMap((side) => [
        box([thick, half, tall], [side * (half - thick), 0, 0]),
        box([half, thick, tall], [0, side * (half - thick), 0]),
      ]),
    ]
  }),
  family('test', 'mushroom', 'tips', (rng) => {
    const [radius, tall] = [between(rng, 0.022, 0.036), between(rng, 0.014, 0.026)]
    return [
      rod(0.45 * radius, tall, [0, 0, 0], 1),
      { shape: 'ellipsoid', size: [radius, radius, 0.6 * radius], at: [0, 0, tall], tone: 0 },
    ]
  }),
  family('test', 'spool', 'tips flat', (rng) => {
    const [radius, tall] = [between(rng, 0.02, 0.034), between(rng, 0.012, 0.028)]
    return [
      rod(0.5 * radius, tall, [0, 0, 0], 1),
      rod(radius, 0.006, [0, 0, -tall]),
      rod(radius, 0.006, [0, 0, tall]),
    ]
  }),
  family('test', 'sandwich', 'tips flat', (rng) => {
    const [long, deep] = [between(rng, 0.022, 0.042), between(rng, 0.018, 0.032)]
    return [
      box([0.8 * long, 0.8 * deep, 0.008], [0, 0, 0], 1),
      box([long, deep, 0.006], [0, 0, -0.012]),
      box([long, deep, 0.006], [0, 0, 0.012]),
    ]
  }),
]

function family(split: Split, name: string, how: string, parts: Family['parts']): Family {
  return { name, split, tips: how.includes('tips'), flat: how.includes('flat'), parts }
}
