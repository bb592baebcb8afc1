import { chanceCells, chanceRows } from '#app/world/memory/chance-rows.js'
import { chancesIn } from '#app/world/memory/skill-chances.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { html, type Html } from '../html.js'

/** How often steps failed, beside what the world declares; nothing where nothing was counted. */
export function chancesTable(records: readonly Pick<EpisodeRecord, 'memory'>[]): Html | null {
  const rows = chanceRows(chancesIn(records.at(-1)?.memory) ?? {})
  if (rows.length === 0) return null
  return html`<div class="scroll">
    <table>
      <caption>
        Chances: how often steps failed in this run, in the ways that the world declares under fails:
      </caption>
      <thead>
        <tr>
          <th scope="col">skill</th>
          <th scope="col">way of failing</th>
          ${['declared', 'tries', 'seen', 'estimate', '95 %'].map(
            (name) => html`<th scope="col" class="number">${name}</th>`,
          )}
          <th scope="col"></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => {
          const { declared, tries, seen, estimate, interval, note } = chanceCells(row)
          return html`<tr>
            <th scope="row">${row.skill}</th>
            <td>${row.way}</td>
            ${[declared, tries, seen, estimate, interval].map((cell) => html`<td class="number">${cell}</td>`)}
            <td class="why">${note}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}
