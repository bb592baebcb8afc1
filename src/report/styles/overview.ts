/** The first screens: questions with their answers, the figures, the curve, the filter and the tables. */
export const OVERVIEW = `
.question { margin-top: 2.2rem }
.question h2 { margin-bottom: .6rem }
.question > p, .answers { max-width: 75ch }
.answers { margin: .4rem 0 1.4rem; padding-left: 1.2rem }
.answers li { margin: .35rem 0; overflow-wrap: anywhere }
.tiles { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1px; margin: 1rem 0 1.6rem;
  background: var(--card); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden }
.tiles div { box-shadow: 0 0 0 1px var(--rule); padding: .8rem 1rem; display: flex; flex-direction: column-reverse;
  justify-content: flex-end }
.tiles dt { color: var(--quiet); font-size: .84rem }
.tiles dd { margin: 0; font: 600 1.7rem/1.2 var(--serif); font-variant-numeric: tabular-nums }
.curve { margin: 0; padding: 1rem 1.2rem; background: var(--card); border: 1px solid var(--rule);
  border-radius: 10px }
.curve .plot { display: grid; grid-template-columns: 2.6rem minmax(0, 1fr) 9.5rem; margin-bottom: .4rem }
.curve .plot > * { position: relative; height: 100% }
.curve svg { overflow: visible }
.curve .axis, .curve .references { color: var(--quiet); font-size: 12.5px; font-variant-numeric: tabular-nums }
.curve .axis span, .curve .references span { position: absolute; line-height: 1; transform: translateY(-50%);
  white-space: nowrap }
.curve .axis span { right: .6rem }
.curve .references span { left: .6rem }
.curve line.reference { stroke: var(--quiet); stroke-width: 1; stroke-dasharray: 2 5 }
.curve .line { stroke: var(--leaf); stroke-width: 2.5; stroke-linecap: round }
.curve .value { font-weight: 600; font-variant-numeric: tabular-nums; paint-order: stroke; stroke: var(--card);
  stroke-width: 4px }
.curve circle { fill: var(--card); stroke: var(--leaf); stroke-width: 2.5 }
.curve circle.best { fill: var(--leaf) }
.curve circle.back { fill: var(--rose); stroke: var(--rose) }
.curve circle.alarm { fill: none; stroke: var(--amber); stroke-width: 2; stroke-dasharray: 3 2.5 }
.key { margin-left: .8rem; white-space: nowrap }
.key span { display: inline-block; width: .72rem; height: .72rem; border-radius: 50%; border: 2px solid var(--leaf) }
.key .best { background: var(--leaf) }
.key .back { background: var(--rose); border-color: var(--rose) }
.key .alarm { border: 2px dashed var(--amber) }
.filters { margin: 0 0 1rem; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
[hidden] { display: none !important }
button { padding: .2rem .8rem; border: 1px solid var(--halt); border-radius: 99px; background: var(--card);
  color: var(--ink); font: inherit; font-size: .9rem; cursor: pointer }
button[aria-pressed=true] { background: var(--leaf-soft); border-color: var(--leaf) }
button[aria-pressed=true]::before { content: "✓ " }
button:disabled { color: var(--quiet); border-style: dashed; cursor: default }
.question table { margin-bottom: 1.5rem }
.stack tbody th { font-weight: 500 }
.stack .group th { padding-top: 1.1rem; color: var(--quiet); font-weight: 600 }
.why { color: var(--quiet); font-size: .94em; overflow-wrap: anywhere }
.ingredients { margin-bottom: 2rem }
.ingredients th { font-weight: 500; color: var(--quiet); white-space: nowrap; width: 1% }
.ingredients code { overflow-wrap: anywhere }
`
