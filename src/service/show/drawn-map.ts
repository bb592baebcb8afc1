import { drawMap } from '#worlds/map/draw/draw-map.js'
import type { Drawing } from '#worlds/map/draw/drawing.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import type { Fluents } from '#worlds/value.js'
import type { ShownMap } from './shown-episode.js'

/** A drawing, and what it was drawn from. */
interface Drawn {
  readonly map: WorldMap
  readonly facts: Fluents
  readonly drawing: Drawing
}

/**
 * The map of the page, drawn again only when map or belief have changed: however many pages ask, the reflex loop waits
 * for one drawing at most.
 * @param shown what is shown now; undefined in a world without a map
 */
export function drawnMap(shown: () => ShownMap | undefined): () => Drawing | null {
  let last: Drawn | undefined
  return () => {
    const now = shown()
    if (now === undefined) return null
    const { map } = now
    const facts = now.facts()
    // a belief is never changed in place
    if (last?.map !== map || last.facts !== facts) last = { map, facts, drawing: drawMap(map, facts) }
    return last.drawing
  }
}
