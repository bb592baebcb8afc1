import { TWIN } from '#learning/actor/input.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { describePatch, listCauses, plural } from '#app/command-line/words.js'
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
  return html`<p><span class="mark plain">${DECISIONS[update.decision]}</span> ${listCauses(update.why)}</p>
    ${
      update.patch.length === 0
        ? null
        : html`<ol class="edits">
            ${update.patch.map(
              ({ because }, i) =>
                html`<li>
                  ${edits[i]}
                  ${because === TWIN ? null : html`<span class="quiet">because of ${because}</span>`}
                </li>`,
            )}
          </ol>`
    }
    ${treePanel(tree, nextTree)} ${triesList(update.tries)}`
}

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
