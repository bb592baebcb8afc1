import { TWIN } from '#learning/actor/input.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { causeInWords, whyInWords } from '#app/command-line/run-words.js'
import { describePatch, plural } from '#app/command-line/words.js'
import { html, truncateMiddle, type Html } from '../html.js'
import { treePanel } from './tree-panel.js'
import type { EpisodeData } from '../run-data.js'

const DECISIONS: Readonly<Record<EpisodeRecord['update']['decision'], string>> = {
  edited: 'edited the tree',
  'no-edit': 'kept the tree',
  'rolled-back': 'rolled back to the best tree',
}

/** The actor's response to the episode: its decision, its edits with their causes, the tree before and after. */
export function actorSection({ record, tree, nextTree }: EpisodeData): Html {
  const { update } = record
  const edits = describePatch(update.patch, tree)
  return html`<p><span class="mark plain">${DECISIONS[update.decision]}</span> ${whyInWords(record)}</p>
    ${
      update.patch.length === 0
        ? null
        : html`<ol class="edits">
            ${update.patch.map(({ because }, i) =>
              edits[i] === ''
                ? null
                : html`<li>${edits[i]} <span class="quiet">${becauseOf(because, record)}</span></li>`,
            )}
          </ol>`
    }
    ${treePanel(tree, nextTree)} ${triesList(update.tries)}`
}

/** The twin says above why it edits. */
const becauseOf = (because: string, record: EpisodeRecord): string | null =>
  because === TWIN ? null : `because: ${causeInWords(because, record)}`

function triesList(tries: EpisodeRecord['update']['tries']): Html | null {
  if (tries.length === 0) return null
  const refused = tries.filter(({ refusedBecause }) => refusedBecause !== null).length
  return html`<details class="raw">
    <summary>what the actor wrote: ${plural(tries.length, 'try', 'tries')}, ${refused} refused</summary>
    <ol class="tries">
      ${tries.map(
        ({ reply, refusedBecause, confidence }) =>
          html`<li>
            ${
              refusedBecause === null
                ? html`<span class="mark good">accepted</span>`
                : html`<span class="mark warn">refused</span> ${refusedBecause}`
            }
            <span class="quiet">confidence ${confidence.toFixed(2)}</span>
            <pre>${truncateMiddle(reply)}</pre>
          </li>`,
      )}
    </ol>
  </details>`
}
