/** Phones, paper, and readers who prefer no motion. */
export const MEDIA = `
@media (max-width: 900px) { .tiles { grid-template-columns: repeat(3, 1fr) } }
@media (max-width: 1000px) { nav a span { display: none } .columns { grid-template-columns: minmax(0, 1fr) } }
@media (max-width: 760px) {
  .episode { padding: 1rem }
  main { padding: 1rem }
  nav { padding: .4rem 1rem; gap: 0 }
  nav a { padding: .15rem .55rem }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  .tiles dd { font-size: 1.35rem; overflow-wrap: anywhere }
  .mark { white-space: normal }
  .gantt .roomy, .curve .minor { display: none }
  .curve { padding: 1rem .8rem }
  .curve .plot { grid-template-columns: 2.2rem minmax(0, 1fr); grid-template-rows: 100% auto; margin-bottom: 2.4rem }
  .curve .references { grid-column: 1 / -1; height: auto; line-height: 1.3 }
  .curve .references span { position: static; margin-right: .8rem }
  .curve .references::before { content: "dotted: " }
}
@media screen and (max-width: 1000px) {
  .stack, .stack tbody, .stack caption, .ingredients tbody, .ingredients th, .ingredients td { display: block;
    width: auto }
  .stack thead { display: none }
  .stack tr { display: flex; flex-wrap: wrap; gap: .1rem .9rem; padding: .5rem 0; border-bottom: 1px solid var(--rule) }
  .stack td, .stack tbody th, .ingredients th, .ingredients td { padding: 0; border: 0; overflow-wrap: anywhere;
    text-align: left; white-space: normal }
  .stack td::before, .stack tr:not(.group) th::before { content: attr(data-label) " "; color: var(--quiet);
    font-weight: 400 }
  .stack .why { flex-basis: 100% }
  .stack td:empty { display: none }
  .ingredients tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--rule) }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --rule: #ccc }
  nav, .filters { display: none }
  body { font-size: 11px }
  .episode { border: 0; padding: 0; break-before: page }
  .film { grid-template-columns: repeat(4, 1fr) }
  .turn, .drawing, dialog { display: none }
  thead { display: table-header-group }
  a { color: inherit; text-decoration: none }
  @page { margin: 14mm }
  figure, tr, .report { break-inside: avoid }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`
