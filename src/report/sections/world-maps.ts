import type { EpisodeRecord } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import { drawMap } from '#worlds/map/draw/draw-map.js'
import { markupOf, type Drawn } from '#worlds/map/draw/drawing.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import type { Value } from '#worlds/value.js'
import { html, trusted, type Html } from '../html.js'

/** The map that a run in a world described by data began with; undefined where there is none. */
export function mapOfRun({ field: { setup } }: Pick<RunManifest, 'field'>): WorldMap | undefined {
  const { world, map } = (setup ?? {}) as { readonly world?: unknown; readonly map?: WorldMap }
  return typeof world === 'string' && map !== undefined ? map : undefined
}

/** What no episode changes, once for the whole page. */
export const mapGround = (map: WorldMap): Html =>
  html`<svg class="world-map ground" role="img" aria-label="The ground of the maps below">
    <symbol id="${GROUND_ID}" overflow="visible">${elements(drawMap(map, new Map()).ground)}</symbol>
  </svg>`

/** Where everything was at the start and at the end of an episode, as the twin believed it. */
export function believedMaps(
  { episode, facts }: Pick<EpisodeRecord, 'episode' | 'facts'>,
  map: WorldMap,
): Html | null {
  const { believed } = facts as { readonly believed?: Readonly<Record<'start' | 'end', Believed>> }
  if (believed === undefined) return null
  return html`<div
    class="believed"
    role="group"
    aria-label="Where things were in episode ${episode}, as believed"
  >
    ${figure(map, believed.start, 'at the start, as believed')}
    ${figure(map, believed.end, 'at the end, as believed')}
  </div>`
}

/** the ground that all maps of a page share: it is written once */
export const GROUND_ID = 'map-ground'

type Believed = Readonly<Record<string, Value>>

function figure(map: WorldMap, facts: Believed, caption: string): Html {
  const { viewBox, label, marks } = drawMap(map, new Map(Object.entries(facts)))
  return html`<figure>
    <svg class="world-map" viewBox="${viewBox}" role="img" aria-label="${label}">
      <use href="#${GROUND_ID}" />
      ${elements(marks)}
    </svg>
    <figcaption>${caption}</figcaption>
  </figure>`
}

/** `markupOf` has escaped what stands in them. */
const elements = (drawn: readonly Drawn[]): Html => trusted(markupOf(drawn))
