import { describeTiming } from '#app/command-line/words.js'
import { isInWorld } from '#app/run-folder/read/read-manifest.js'
import { html, type Html } from '../html.js'
import type { RunData } from '../run-data.js'
import { settingsOf } from '../settings.js'

/** Enough to repeat the run, and to check that the same models were used. */
export function runInputs({ manifest, timing }: RunData): Html {
  const place = isInWorld(manifest) ? 'world and task' : 'field'
  const rows: readonly (readonly [string, Html | string])[] = [
    [`${place}, seed`, `${manifest.field.id}, ${manifest.seed}`],
    ...settingsOf(manifest),
    ...manifest.models.map((model): readonly [string, Html] => [
      `files of the ${model.role}`,
      html`${model.id}${model.files.map(fileHash)}`,
    ]),
    ...(timing === undefined ? [] : [['timing', describeTiming(timing)] as const]),
  ]
  return html`<details class="ingredients">
    <summary>What went into this run</summary>
    <table>
      <tbody>
        ${rows.map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`
}

const fileHash = ({ path, sha256 }: { readonly path: string; readonly sha256: string }): Html =>
  html`<br /><code>${path} ${sha256.slice(0, 16)}</code>`
