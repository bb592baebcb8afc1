import type { Piece, Screen } from './terminal.js'

/** A page that draws a terminal: one command typed at a prompt above what it has written. */
export const screenPage = (screen: Screen, command: string): string => `<!doctype html>
<style>
  html { background: #15181b; color: #d8dadb; font: 13.6px/19.4px "DejaVu Sans Mono", monospace }
  body { margin: 18px 20px }
  pre { margin: 0; font: inherit }
  .prompt { color: #7cc79b }
</style>
<pre><span class="prompt">$</span> ${escaped(command)}
${screen.map((row) => row.map(spanOf).join('')).join('\n')}</pre>`

function spanOf({ text, bold, dim, colour }: Piece): string {
  const styles = [
    ...(bold ? ['font-weight:bold'] : []),
    ...(dim ? ['opacity:.62'] : []),
    ...(colour === undefined ? [] : [`color:${typeof colour === 'number' ? paletteColour(colour) : colour}`]),
  ]
  return styles.length === 0 ? escaped(text) : `<span style="${styles.join(';')}">${escaped(text)}</span>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The sixteen of every terminal, then xterm's cube of six levels and its greys. */
function paletteColour(number: number): string {
  const plain = SIXTEEN[number]
  if (plain !== undefined) return plain
  if (number >= 232)
    return `rgb(${Array(3)
      .fill(8 + 10 * (number - 232))
      .join(',')})`
  const level = (digit: number): number => (digit === 0 ? 0 : 55 + 40 * digit)
  const cube = number - 16
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level).join(',')})`
}

const SIXTEEN = [
  '#3b4045',
  '#f093a4',
  '#7cc79b',
  '#e6b35c',
  '#8fbce6',
  '#c9a0dc',
  '#7fcbc8',
  '#d8dadb',
  '#6b7278',
  '#f7b3bf',
  '#a4dcb9',
  '#f0cd8f',
  '#b3d3f0',
  '#dec2ea',
  '#a9dfdd',
  '#ffffff',
]
