/** The map of a world at the start and at the end of an episode. */
export const WORLD_MAPS = `
.world-map.ground { position: absolute; width: 0; height: 0 }
.believed { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: .9rem 1.2rem;
  margin-top: 1rem }
.believed figcaption { padding-top: .3rem }
.world-map .area { fill: var(--paper); stroke: var(--halt); stroke-width: 1.2 }
.world-map .spot { fill: var(--rule); stroke: var(--halt); stroke-width: .8 }
.world-map .spot.on { fill: var(--leaf-soft); stroke: var(--leaf); stroke-width: 1.4; stroke-dasharray: 4 2 }
.world-map text { font-size: 10px }
.world-map .caption text { text-anchor: middle; paint-order: stroke; stroke: var(--card); stroke-width: 2.4px;
  stroke-linejoin: round }
.world-map .caption .spot-name { fill: var(--quiet) }
.world-map .caption .area-name { fill: var(--quiet); font-style: italic; font-size: 11px }
.world-map .caption .thing { font-weight: 600 }
.world-map .caption .robot-name { fill: var(--leaf); font-weight: 600 }
.world-map .robot circle { fill: var(--leaf) }
.world-map .robot path { fill: var(--card) }
@media print { .believed { grid-template-columns: repeat(2, 1fr); break-inside: avoid } }
`

/** Names the ground that all maps of a page share: it is written once. */
export const GROUND_ID = 'map-ground'
