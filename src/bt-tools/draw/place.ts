export type Direction = 'right' | 'down'

interface Size {
  readonly width: number
  readonly height: number
}

export interface Sized<T> {
  readonly item: T
  readonly size: Size
  readonly children: readonly Sized<T>[]
}

/** A box and its upper left corner. */
export interface Box<T> extends Size {
  readonly item: T
  readonly x: number
  readonly y: number
  readonly parent: Box<T> | undefined
}

/** gaps between levels, and between neighbours on one level */
const LEVEL_GAP = 34
const SIBLING_GAP = 10

/**
 * Lays out a tree's boxes without overlap: each level on its own line, each subtree in its own band, and parents
 * centred on their children. The result lists parents before their children.
 */
export function placeBoxes<T>(
  root: Sized<T>,
  direction: Direction,
): { boxes: Box<T>[]; width: number; height: number } {
  const along = direction === 'right' ? 'width' : 'height'
  const across = direction === 'right' ? 'height' : 'width'
  const starts = levelStarts(root, along)
  const boxes: Box<T>[] = []
  const place = (sized: Sized<T>, depth: number, from: number, parent: Box<T> | undefined): void => {
    const band = bandOf(sized, across)
    const own = sized.size[across]
    const at = from + (band - own) / 2
    const level = starts[depth] ?? 0
    const corner = direction === 'right' ? { x: level, y: at } : { x: at, y: level }
    const box: Box<T> = { item: sized.item, ...sized.size, ...corner, parent }
    boxes.push(box)
    let next = from + (band - childrenBand(sized, across)) / 2
    for (const child of sized.children) {
      place(child, depth + 1, next, box)
      next += bandOf(child, across) + SIBLING_GAP
    }
  }
  place(root, 0, 0, undefined)
  const width = Math.max(...boxes.map((box) => box.x + box.width))
  const height = Math.max(...boxes.map((box) => box.y + box.height))
  return { boxes, width, height }
}

function levelStarts<T>(root: Sized<T>, along: keyof Size): number[] {
  const widest: number[] = []
  const visit = (sized: Sized<T>, depth: number): void => {
    widest[depth] = Math.max(widest[depth] ?? 0, sized.size[along])
    for (const child of sized.children) visit(child, depth + 1)
  }
  visit(root, 0)
  let next = 0
  return widest.map((size) => {
    const start = next
    next += size + LEVEL_GAP
    return start
  })
}

/** extent of a subtree across the direction of growth */
const bandOf = <T>(sized: Sized<T>, across: keyof Size): number =>
  Math.max(sized.size[across], childrenBand(sized, across))

const childrenBand = <T>(sized: Sized<T>, across: keyof Size): number =>
  sized.children.reduce((sum, child) => sum + bandOf(child, across), 0) +
  Math.max(0, sized.children.length - 1) * SIBLING_GAP
