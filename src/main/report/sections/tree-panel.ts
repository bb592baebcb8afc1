import type { TreeDoc } from '../../../bt/document.js'
import { treeDiffLines, type DiffLine } from '../../../bt/edit/diff.js'
import { plural } from '../../words.js'
import { html, type Html } from '../html.js'

/** The tree before and after, as vrl.txt Fig. 9 shows it: additions green, removals pink (VRL-34). */
export function treePanel(before: TreeDoc | undefined, after: TreeDoc | undefined): Html {
  if (before === undefined || after === undefined) {
    return html`<p class="quiet">The tree’s file is missing from the run folder, or it cannot be read.</p>`
  }
  const lines = treeDiffLines(before, after)
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length
  const [added, removed] = [count('added'), count('removed')]
  if (added + removed === 0) {
    return html`<details class="tree">
      <summary>the tree that ran, unchanged</summary>
      ${listing(lines)}
    </details>`
  }
  return html`<details class="tree" open>
    <summary>the tree before and after: ${plural(added, 'line')} added, ${removed} removed</summary>
    ${listing(lines)}
  </details>`
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const

const listing = (lines: readonly DiffLine[]): Html => html`<pre class="diff">${lines.map(listed)}</pre>`

/** The sign stands in text too: nothing depends on telling green from pink. */
const listed = ({ kind, text, depth }: DiffLine): Html =>
  html`<span class="${kind}">${`${SIGNS[kind]} ${'  '.repeat(depth)}${text}`}</span>`
