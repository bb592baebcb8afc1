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
