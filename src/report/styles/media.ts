/** Phones, paper, and readers who prefer no motion. */
export const MEDIA = `
@media (max-width: 900px) { .tiles { grid-template-columns: repeat(3, 1fr) } }
@media (max-width: 760px) {
  .columns { grid-template-columns: minmax(0, 1fr) }
  .episode { padding: 1rem }
  main { padding: 1rem }
  .scroll { margin-inline: -1rem; padding-inline: 1rem }
  nav { padding: .5rem 1rem }
  .curve, .chart { overflow-x: auto }
  .curve svg, .chart svg { min-width: 640px }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --rule: #ccc }
  nav { display: none }
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
