import { html, type Html } from '../html.js'

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** The tree before and after, as vrl.txt Fig. 9 shows it: additions green, removals pink. */
export function treePanel(before: string, after: string): Html {
  if (before === after) {
    return html`<details class="tree">
      <summary>the tree that ran, unchanged</summary>
      ${listing(linesOf(before).map((text) => ({ kind: 'same', text })))}
    </details>`
  }
  const lines = diffLines(linesOf(before), linesOf(after))
  const added = lines.filter(({ kind }) => kind === 'added').length
  const removed = lines.filter(({ kind }) => kind === 'removed').length
  return html`<details class="tree" open>
    <summary>the tree before and after: ${plural(added, 'line')} added, ${removed} removed</summary>
    ${listing(lines)}
  </details>`
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const linesOf = (text: string): string[] => text.trimEnd().split('\n')

const SIGNS = { same: ' ', added: '+', removed: '−' } as const

const listing = (lines: readonly DiffLine[]): Html => html`<pre class="diff">${lines.map(listed)}</pre>`

const listed = ({ kind, text }: DiffLine): Html =>
  html`<span class="${kind}">${`${SIGNS[kind]} ${text}`}</span>`

function diffLines(a: readonly string[], b: readonly string[]): DiffLine[] {
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    const row = best[i] as number[]
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i++] as string })
      j++
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: a[i++] as string })
    } else lines.push({ kind: 'added', text: b[j++] as string })
  }
  return lines
}
