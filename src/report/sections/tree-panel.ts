import type { TreeDoc } from '#bt/document.js'
import { drawMatching } from '#bt-tools/draw/draw.js'
import { lineNote, treeDiff, type DiffLine, type TreeDiff } from '#bt/edit/diff.js'
import { plural } from '#app/command-line/words.js'
import { html, type Html } from '../html.js'

/** How it is said that two trees are the same, and that they are not. */
interface TreeWords {
  readonly same: string
  readonly differ: string
}

/** The tree before and after, in the style of vrl.txt Fig. 9: additions green, removals pink (VRL-34). */
export const treePanel = (before: TreeDoc | undefined, after: TreeDoc | undefined): Html =>
  treeChanges(before, after, RAN, ({ matching }) => drawing(matching))

const RAN: TreeWords = { same: 'the tree that ran, unchanged', differ: 'the tree before and after' }

/** A tree beside another, line by line. @param below what follows where they differ */
export function treeChanges(
  before: TreeDoc | undefined,
  after: TreeDoc | undefined,
  words: TreeWords,
  below: (diff: TreeDiff) => Html | null = () => null,
): Html {
  if (before === undefined || after === undefined) {
    return html`<p class="quiet">The tree’s file is missing from the run folder, or it cannot be read.</p>`
  }
  const diff = treeDiff(before, after)
  const { lines, shifts } = diff
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length
  const [added, removed] = [count('added'), count('removed')]
  if (added + removed === 0) {
    return html`<details class="tree">
      <summary>${words.same}</summary>
      ${listing(lines)}
    </details>`
  }
  return html`<details class="tree" open>
      <summary>
        ${words.differ}: <span class="mark added">+ ${plural(added, 'line')} added</span>
        <span class="mark removed">− ${removed} removed</span>
        ${shifts === '' ? null : html`<span class="quiet">${shifts}</span>`}
      </summary>
      ${listing(lines)}
    </details>
    ${below(diff)}`
}

/** As a picture: an image cannot run anything, whatever the tree's names contain. */
function drawing(matching: TreeDiff['matching']): Html | null {
  if (matching === undefined) return null
  const svg = Buffer.from(drawMatching(matching))
  if (svg.byteLength > MAX_DRAWING_BYTES) return null
  return html`<details class="raw drawing">
    <summary>the same as a drawing</summary>
    <div class="scroll">
      <img
        src="data:image/svg+xml;base64,${svg.toString('base64')}"
        alt="Drawing of the tree: additions in green, removals in red"
        loading="lazy"
      />
    </div>
  </details>`
}

const MAX_DRAWING_BYTES = 200_000

const MARKERS = { same: ' ', added: '+', removed: '−' } as const

const listing = (lines: readonly DiffLine[]): Html => html`<pre class="diff">${lines.map(diffLine)}</pre>`

/** The sign is in the text too: nothing depends on telling green from pink. */
const diffLine = (line: DiffLine): Html => {
  const text = `${MARKERS[line.kind]} ${'  '.repeat(line.depth)}${line.text}${lineNote(line)}`
  return html`<span class="${line.kind}">${text}</span>`
}
