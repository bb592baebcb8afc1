/** One moment of an episode. Without a script there is nothing to move. */
export const SCRUBBER = `
@media (scripting: none) { .scrub, .scrub-now { display: none } }
@media print { .scrub, .scrub-now { display: none } }
.scrub-head { background: var(--card) }
.scrub-controls { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem }
.scrub-controls button { min-width: 2.5rem; height: 2.2rem; border: 1px solid var(--rule); border-radius: 8px;
  background: var(--card); color: var(--ink); font: 600 1.1rem/1 var(--sans); cursor: pointer }
.scrub-controls button:hover { background: var(--leaf-soft) }
.scrub :is(button, input, [tabindex]):focus-visible { outline: 2px solid var(--leaf); outline-offset: 2px }
.scrub-play::before { content: "\\25B6\\FE0E" }
.scrub-play[aria-pressed="true"]::before { content: "\\275A\\275A"; font-size: .8em }
.scrub-time { margin-left: .5rem; min-width: 4.4em; font-variant-numeric: tabular-nums }
.scrub-unit { flex: 1 1 12rem; min-width: 0; color: var(--quiet); line-height: 1.3; overflow-wrap: anywhere }
.scrub-line { margin: .5rem 0 .9rem }
.scrub-line input { display: block; width: 100%; height: 1.75rem; margin: 0; accent-color: var(--leaf); cursor: pointer;
  touch-action: pan-y }
.scrub-strip { height: 14px; padding: 0 8px }
.scrub-strip .success { fill: var(--leaf) }
.scrub-strip .failure { fill: var(--rose) }
.scrub-strip .running { fill: var(--amber) }
.scrub-strip .halted { fill: var(--halt) }
.gantt { cursor: crosshair }
.scrub-now { stroke: var(--ink); stroke-width: 1.6; pointer-events: none }
.scrub-all { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, .9fr); gap: 1rem }
.scrub-seen { display: grid; gap: .8rem; align-content: start }
.scrub-picture { min-height: 8rem }
.scrub-picture > div { position: relative; border: 1px solid var(--rule); border-radius: 7px; overflow: hidden }
.scrub-picture img { display: block; width: 100%; height: auto }
.scrub figcaption { padding-top: .3rem; font-variant-numeric: tabular-nums }
.scrub-tree { max-height: 34rem }
.scrub-facts { max-height: 24rem }
.scrub-tree, .scrub-facts { overflow-y: auto; border: 1px solid var(--rule); border-radius: 8px;
  padding: .5rem .7rem; font-size: .86rem }
.scrub-tree ol { list-style: none; margin: 0; padding: 0 }
.scrub-tree li { display: flex; gap: .4rem; padding: 1px .3rem 1px calc(var(--depth) * .7rem); border-radius: 4px;
  color: var(--quiet) }
.scrub-name { min-width: 0; overflow-wrap: anywhere }
.scrub-sign { flex: none; width: 1em; text-align: center }
.scrub-tree [data-status="RUNNING"] { background: var(--amber-soft); color: var(--ink); font-weight: 600 }
.scrub-tree [data-status="SUCCESS"] { color: var(--leaf) }
.scrub-tree [data-status="FAILURE"] { background: var(--rose-soft); color: var(--rose) }
.scrub-said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.scrub-known { display: grid; gap: .8rem; align-content: start }
.scrub-known dl { margin: 0; font-size: .86rem }
.scrub-facts dl { font-size: inherit }
.scrub-known dl div { display: flex; flex-wrap: wrap; gap: 0 .6rem; padding: 1px 0 }
.scrub-known dl div[hidden] { display: none }
.scrub-known dt { color: var(--quiet); min-width: 4.5rem; overflow-wrap: anywhere }
.scrub-known dd { margin: 0; flex: 1 1 8rem; overflow-wrap: anywhere }
.scrub-not { margin: .4rem 0 0 }
.scrub-mark:not(.on) { display: none }
.scrub-way { fill: none; stroke: var(--leaf); stroke-width: 8; opacity: .3 }
.field .robot rect { fill: var(--leaf); opacity: .85 }
.field .robot path { fill: var(--card) }
@media (max-width: 900px) {
  .scrub-head { position: sticky; top: 2.6rem; z-index: 1; padding-top: .3rem; border-bottom: 1px solid var(--rule) }
  .scrub-all { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  .scrub-seen { grid-column: 1 / -1; grid-template-columns: repeat(2, minmax(0, 1fr)) }
  .scrub-tree, .scrub-facts { max-height: 18rem }
}
@media (max-width: 560px) { .scrub-all, .scrub-seen { grid-template-columns: minmax(0, 1fr) }
  .scrub-unit { display: none } }
`
