import { BAND } from '../compare/band-chart.js'
import { MEDIA } from './media.js'
import { OVERVIEW } from './overview.js'
import { PICTURES, WORLD_MAPS } from './pictures.js'
import { SCRUBBER } from './scrubber.js'

/** The page's look: quiet paper by day, dark by night, plain ink on paper when printed. */
export const STYLES = `
:root {
  --paper: #fbfaf6; --card: #ffffff; --ink: #1d1f1b; --quiet: #62665d; --rule: #dedbd0;
  --leaf: #2a6a4b; --leaf-soft: #dff0e4; --rose: #a8324a; --rose-soft: #fbe0e4;
  --amber: #8a5300; --amber-soft: #fbecd0; --blue: #2b5a86; --blue-soft: #dfeaf4; --halt: #b9b6aa;
  --sans: ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
  --serif: "Iowan Old Style", Charter, "Source Serif 4", Georgia, "DejaVu Serif", serif;
  --mono: ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #151714; --card: #1c1f1b; --ink: #e9e7de; --quiet: #a2a699; --rule: #33372f;
    --leaf: #7cc79b; --leaf-soft: #1d3a2a; --rose: #f093a4; --rose-soft: #43202a;
    --amber: #e6b35c; --amber-soft: #3d2f14; --blue: #8fbce6; --blue-soft: #1b2f42; --halt: #5b5f55;
  }
}
* { box-sizing: border-box }
html { scroll-behavior: smooth; scroll-padding-top: 12px }
.scripted { scroll-padding-top: calc(var(--bar) + 12px) }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 var(--sans) }
main { max-width: 1120px; margin: 0 auto; padding: 1.5rem 1.5rem 3rem }
footer { max-width: 1120px; margin: 0 auto; padding: 1rem 1.5rem 3rem; color: var(--quiet); font-size: .85rem }
a { color: var(--leaf) }
code, pre { font-family: var(--mono); font-size: .84em }
pre { margin: .5rem 0; padding: .8rem 1rem; overflow-x: auto; background: var(--paper); border: 1px solid var(--rule);
  border-radius: 8px; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere }
h1, h2 { font-family: var(--serif); font-weight: 600; line-height: 1.15; letter-spacing: -.01em; text-wrap: balance }
h1 { font-size: clamp(1.8rem, 4vw, 2.7rem); margin: .2rem 0 .6rem }
h2 { font-size: 1.6rem; margin: 0 }
h3 { font-size: .78rem; letter-spacing: .08em; text-transform: uppercase; color: var(--quiet); margin: 0 0 .6rem }
nav { z-index: 2; display: flex; flex-wrap: wrap; gap: .3rem; max-height: 6.4rem; overflow-y: auto;
  padding: .5rem 1.5rem; background: var(--paper); border-bottom: 1px solid var(--rule);
  font-variant-numeric: tabular-nums }
.scripted nav { position: sticky; top: 0 }
nav a { padding: .15rem .7rem; border-radius: 99px; color: var(--quiet); text-decoration: none; font-size: .86rem;
  white-space: nowrap }
nav a:hover, nav a.here { background: var(--leaf-soft); color: var(--ink) }
a:focus-visible, summary:focus-visible, button:focus-visible { outline: 2px solid var(--leaf); outline-offset: 2px }
.brand { margin: 1.2rem 0 0; color: var(--leaf); font: 600 1rem var(--serif); letter-spacing: .02em }
.lead { max-width: 62ch; font-size: 1.08rem; color: var(--quiet); margin: 0 0 1.4rem }
.quiet { color: var(--quiet); font-size: .92em }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.strong { font-weight: 650 }
figure { margin: 0 }
figcaption, caption { color: var(--quiet); font-size: .86rem; text-align: left }
svg { display: block; width: 100%; height: auto; font-family: var(--sans) }
svg text { fill: var(--ink); font-size: 13px }
svg .tick { fill: var(--quiet); font-size: 12.5px; font-variant-numeric: tabular-nums }
svg .grid { stroke: var(--rule); stroke-width: 1 }
table { border-collapse: collapse; width: 100%; font-size: .92rem }
caption { padding-bottom: .4rem }
th, td { padding: .4rem .7rem; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top }
thead th { font-weight: 500; color: var(--quiet); white-space: nowrap }
th.number { text-align: right }

.turn { margin: 0 0 0 auto; display: flex; gap: .5rem; font-size: .9rem }
.turn a { padding: .1rem .7rem; border: 1px solid var(--rule); border-radius: 99px; text-decoration: none; \
white-space: nowrap }
.turn a:hover { background: var(--leaf-soft) }
kbd { padding: 0 .35rem; border: 1px solid var(--rule); border-radius: 4px; font-family: var(--mono); font-size: .9em }
summary { cursor: pointer }
.episode { margin: 0 0 2rem; padding: 1.4rem 1.6rem; background: var(--card); border: 1px solid var(--rule);
  border-radius: 12px }
.episode > header { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: baseline; margin-bottom: 1rem }
.result { margin: 0 }
.result b { font: 600 1.6rem var(--serif); margin-right: .5rem; font-variant-numeric: tabular-nums }
.episode:last-of-type { min-height: calc(100vh - var(--bar, 0px)) }
.part { margin-top: 1.5rem; min-width: 0 }
.columns { display: grid; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); gap: 0 2rem }
.gantt .unit { font-size: 12.5px }
.gantt .name { fill: var(--card); font-size: 11px }
.gantt .frame-bar { fill: var(--rule); opacity: .6 }
.gantt .frame-bar.success { fill: var(--leaf-soft); opacity: 1 }
.gantt .frame-bar.failure { fill: var(--rose-soft); opacity: 1 }
.gantt .leaf-bar { stroke: var(--card); stroke-width: 1 }
.gantt .leaf-bar.success { fill: var(--leaf) }
.gantt .leaf-bar.failure { fill: var(--rose); stroke: var(--rose) }
.gantt .leaf-bar.running { fill: var(--amber) }
.gantt .leaf-bar.halted { fill: var(--halt) }
.moment line { stroke-width: 1.5; stroke-dasharray: 4 3 }
.moment.alarm line { stroke: var(--amber) }
.moment.alarm path { fill: var(--amber) }
.moment.refused line, .moment.refused path { stroke: var(--rose) }
.moment.refused path { stroke-width: 2.5; fill: none }
.legend { margin: .3rem 0 0; color: var(--quiet); font-size: .86rem }
.legend .alarm { color: var(--amber) }
.legend .refused { color: var(--rose); margin-left: .8rem; font-weight: 700 }
.failures, .issues, .edits, .tries { margin: .6rem 0 0; padding-left: 1.2rem }
.failures, .issues { list-style: none; padding-left: 0 }
.failures li, .issues li, .edits li, .tries li { margin: .5rem 0; overflow-wrap: anywhere }
.mark { display: inline-block; padding: 0 .5rem; border-radius: 99px; font-size: .8rem; line-height: 1.5;
  background: var(--blue-soft); color: var(--blue); white-space: nowrap }
.mark.fail, .mark.refuted { background: var(--rose-soft); color: var(--rose) }
.mark.warn { background: var(--amber-soft); color: var(--amber); white-space: normal }
.mark.mild, .mark.unverified { background: var(--blue-soft); color: var(--blue) }
.mark.good, .mark.confirmed { background: var(--leaf-soft); color: var(--leaf) }
.report { padding: .6rem 0; border-bottom: 1px solid var(--rule) }
.report:first-child { padding-top: 0 }
.report p { margin: .5rem 0 0 }
.meter { font-variant-numeric: tabular-nums; font-size: .9em }
.raw { margin-top: .6rem; color: var(--quiet); font-size: .92rem }
.sheet .minus { color: var(--rose) }
.sheet .plus { color: var(--leaf) }
.sheet tfoot th, .sheet tfoot td { font-weight: 650; border-bottom: 0 }
.tree { margin-top: .8rem }
.diff { padding: .6rem 0; line-height: 1.45 }
.diff span { display: block; padding: 0 1rem 0 3.4rem; text-indent: -2.4rem }
.diff .added { background: var(--leaf-soft) }
.diff .removed { background: var(--rose-soft) }
.mark.added { background: var(--leaf-soft); color: var(--leaf) }
.mark.removed { background: var(--rose-soft); color: var(--rose) }
.drawing img { display: block; margin-top: .6rem; border-radius: 8px; max-width: 100%; height: auto }
${OVERVIEW}${BAND}${PICTURES}${WORLD_MAPS}${SCRUBBER}${MEDIA}`
