type Stroke = readonly (readonly [number, number])[]

/**
 * A digit as pen strokes in the unit square (v up), so that no font is needed: fonts differ between machines and take
 * longer than all the rest of the picture.
 */
export function digitStrokes(digit: number): readonly Stroke[] {
  return GLYPHS[digit] ?? []
}

const GLYPHS: readonly (readonly Stroke[])[] = [
  [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ],
  ],
  [
    [
      [0.15, 0.75],
      [0.55, 1],
      [0.55, 0],
    ],
  ],
  [
    [
      [0, 0.85],
      [0.3, 1],
      [0.8, 1],
      [1, 0.8],
      [0.9, 0.55],
      [0, 0],
      [1, 0],
    ],
  ],
  [
    [
      [0, 1],
      [1, 1],
      [0.45, 0.6],
      [0.85, 0.5],
      [1, 0.25],
      [0.7, 0],
      [0.25, 0],
      [0, 0.15],
    ],
  ],
  [
    [
      [0.8, 0],
      [0.8, 1],
      [0, 0.3],
      [1, 0.3],
    ],
  ],
  [
    [
      [0.95, 1],
      [0.1, 1],
      [0.05, 0.55],
      [0.6, 0.62],
      [1, 0.35],
      [0.75, 0],
      [0.25, 0],
      [0, 0.12],
    ],
  ],
  [
    [
      [0.85, 1],
      [0.35, 0.8],
      [0, 0.35],
      [0.25, 0],
      [0.75, 0],
      [1, 0.3],
      [0.7, 0.55],
      [0.1, 0.45],
    ],
  ],
  [
    [
      [0, 1],
      [1, 1],
      [0.4, 0],
    ],
  ],
  [
    [
      [0.5, 0.55],
      [0.1, 0.75],
      [0.3, 1],
      [0.7, 1],
      [0.9, 0.75],
      [0.5, 0.55],
      [0, 0.25],
      [0.25, 0],
      [0.75, 0],
      [1, 0.25],
      [0.5, 0.55],
    ],
  ],
]
