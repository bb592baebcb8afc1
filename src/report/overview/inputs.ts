import { describeTiming } from '#app/command-line/words.js'
import { isInWorld } from '#app/run-folder/read/read-manifest.js'
import { SHOWN_COLOURS, showsColours } from '#base/field-settings.js'
import { faultsOfRun, type RunManifest } from '#learning/manifest.js'
import { html, type Html } from '../html.js'
import type { RunData } from '../run-data.js'

/** Enough to repeat the run, and to check that the same models were used. */
export function runInputs({ manifest, timing }: RunData): Html {
  const inWorld = isInWorld(manifest)
  const rows: readonly (readonly [string, Html | string])[] = [
    [`${inWorld ? 'world and task' : 'field'}, seed`, `${manifest.field.id}, ${manifest.seed}`],
    ...(inWorld ? [['scenario', scenarioOf(manifest)] as const] : []),
    ['faults', faultsOfRun(manifest)],
    ['first policy', html`${manifest.policy.name} <code>${manifest.policy.hash.slice(0, 16)}</code>`],
    ...manifest.models.map((model): readonly [string, Html] => [
      `${model.role} model`,
      html`${model.id}${model.files.map(fileHash)}`,
    ]),
    ...(inWorld ? [] : [[SHOWN_COLOURS.title, showsColours(manifest) ? 'yes' : 'no'] as const]),
    ['rollback', manifest.strictAlg1 ? 'off (Algorithm 1 exactly)' : 'on'],
    ['graft', manifest.version],
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

const scenarioOf = ({ field: { setup } }: RunManifest): string =>
  (setup as { readonly scenario?: string | null }).scenario ?? 'none: all is as believed'
