/** The film strip, the critic's marks on it, and one picture large. */
export const PICTURES = `
.film { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(220px, 45%), 1fr)); gap: .9rem .8rem }

.shot { cursor: zoom-in; min-width: 0 }
.shot.large { grid-column: span 2; grid-row: span 2 }
.shot > div { position: relative; border-radius: 7px; overflow: hidden; border: 1px solid var(--rule) }
.shot.found > div { border-color: var(--rose); box-shadow: 0 0 0 1px var(--rose) }
.shot:focus-visible { outline: 2px solid var(--leaf); outline-offset: 3px; border-radius: 7px }
.shot img, dialog img { display: block; width: 100%; height: auto }
.shot figcaption { padding-top: .3rem }
.shot figcaption b { color: var(--rose); font-weight: 600 }
.marks { position: absolute; inset: 0; height: 100% }
.marks polygon { fill: none; stroke-width: 3.5; stroke-linejoin: round; stroke: #ff5d78 }
.marks polygon.slot { stroke-width: 2.5; stroke-dasharray: 5 3; fill: rgb(255 93 120 / 24%) }
.marks polygon.unverified { stroke: #6fb6ff; fill: none }
.marks polygon.refuted { stroke: #b9b6aa; stroke-dasharray: 3 5; fill: none }
.marks g rect { fill: #a8324a }
.marks g.unverified rect { fill: #2b5a86 }
.marks g.refuted rect { fill: #5b5f55 }
.marks g text { fill: #fff; font-size: 15px; font-weight: 600 }
.marks g.refuted text { text-decoration: line-through }
dialog { padding: 0; width: min(96vw, 128vh); max-width: none; border: 0; border-radius: 10px; background: var(--card);
  color: var(--ink); overflow: hidden; cursor: zoom-out }
dialog::backdrop { background: rgb(10 12 10 / 78%) }
dialog > div { position: relative }
dialog figcaption { padding: .6rem 1rem }
`

/** The map of a world at start and end. Its ground is drawn by reference, so no rule for it may name an ancestor. */
export const WORLD_MAPS = `
.world-map.ground { position: absolute; width: 0; height: 0 }
.believed { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: .9rem 1.2rem;
  margin-top: 1rem }
.believed figcaption { padding-top: .3rem }
polygon.area { fill: var(--paper); stroke: var(--halt); stroke-width: 1.2 }
rect.spot { fill: var(--rule); stroke: var(--halt); stroke-width: .8 }
rect.spot.on { fill: var(--leaf-soft); stroke: var(--leaf); stroke-width: 1.4; stroke-dasharray: 4 2 }
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
