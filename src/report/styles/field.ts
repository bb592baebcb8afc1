/** The field as believed at one moment. */
export const FIELD = `
.scrub-field { --orange: #c9661c; --block: #3b6ea8 }
@media screen and (prefers-color-scheme: dark) { .scrub-field { --orange: #e08a47; --block: #6ea3dd } }
.scrub-field .ground { fill: var(--paper); stroke: var(--halt); stroke-width: 1 }
.scrub-field text { font-size: 8px; fill: var(--quiet); text-anchor: middle }
.scrub-field .zone { fill: var(--card); stroke: var(--halt); stroke-width: 1 }
.scrub-field .unload { fill: var(--leaf-soft); stroke-dasharray: 3 2 }
.scrub-field .home, .scrub-field .target { fill: none; stroke: var(--halt); stroke-dasharray: 2 2 }
.scrub-field .shelf { fill: var(--halt); opacity: .7 }
.scrub-field .block { fill: var(--halt) }
.scrub-field .block.blue { fill: var(--block) }
.scrub-field .block.orange { fill: var(--orange) }
.scrub-field .block.none { fill: none; stroke: var(--rule) }
.scrub-way { fill: none; stroke: var(--leaf); stroke-width: 8; opacity: .3 }
.scrub-robot rect { fill: var(--leaf); opacity: .85 }
.scrub-robot path { fill: var(--card) }
`
