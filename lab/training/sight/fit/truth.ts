import type { SeenThing } from '#tabletop/sight/enrolled/seen-things.js'
import type { Shot } from '../shots/shot.js'

/** What a group of points shows, by what only the referee knows. */
export interface Truth {
  readonly seen: SeenThing
  /** what most of its points show; nothing where that is the cell of the robot */
  readonly placed: Shot['scene']['placed'][number] | undefined
  /** almost all of its points show that, and almost all points that show that are its own */
  readonly isPure: boolean
  readonly isWhole: boolean
}

const MOSTLY = 0.75

export function truthsOf(
  scene: Shot['scene'],
  labels: Uint8Array,
  groups: readonly SeenThing[],
): readonly Truth[] {
  const points = new Set(groups.flatMap(({ members }) => members))
  const wholes = countsOf([...points].map(({ cell }) => labels[cell] ?? 0))
  return groups.map((seen) => {
    const counts = countsOf(seen.members.map(({ cell }) => labels[cell] ?? 0))
    const [label = 0, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
    return {
      seen,
      placed: scene.placed[label - 1],
      isPure: count >= MOSTLY * seen.members.length,
      isWhole: count >= MOSTLY * (wholes.get(label) ?? 0),
    }
  })
}

function countsOf(labels: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}
