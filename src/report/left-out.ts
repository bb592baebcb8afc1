import { join } from 'node:path'
import { readLineLog } from '#adapters/store/line-log.js'
import { formatRef, type Diagnostic } from '#base/diagnostic.js'
import { damaged } from '#app/run-folder/read/damage.js'
import { html, type Html } from './html.js'

/** A damaged file of a run that has a report nevertheless. @param missing what the report goes without */
export const leftOut = (damage: Diagnostic, missing: string): Diagnostic => ({
  ...damage,
  severity: 'warning',
  message: `${damage.message}; the report leaves out ${missing}`,
})

/** Logs whose end cannot be read: the report is made of the lines before it. */
export function tornLogs(folder: string, episodes: number): readonly Diagnostic[] {
  return Object.entries(MISSING).flatMap(([name, missing]) => {
    const file = join(folder, name)
    const { values, tornBytes } = readLineLog(file)
    if (tornBytes === 0) return []
    const line = values.length + 1
    const torn = damaged(`line ${line} of ${file} is incomplete or has changed on the disk`, {
      where: { file, line, column: 1 },
      expected: 'a line that ends in its CRC-32C',
      got: `${tornBytes} bytes at the end of the file without one`,
      hint: 'restore the file from a copy of the run folder; the end of a run that still goes on comes by itself',
    })
    return [leftOut(torn, missing(episodes))]
  })
}

const MISSING: Readonly<Record<string, (episodes: number) => string>> = {
  'episodes.jsonl': (episodes) => `what followed episode ${episodes}`,
  'events.jsonl': () => 'the units and reports of that line and of all after it',
  'notes.jsonl': () => 'the note of that line and all after it',
}

/** What is damaged, on the page: whoever reads it must not take a part for the whole. */
export const leftOutList = (damages: readonly Diagnostic[]): Html | null =>
  damages.length === 0
    ? null
    : html`<section class="question" id="left-out">
        <h2>What is missing here?</h2>
        <p>Files of the run folder are damaged, so this page does not show all that happened.</p>
        <ul class="answers">
          ${damages.map(
            ({ where, message, hint }) =>
              html`<li>
                ${where === undefined ? null : html`<code>${formatRef(where)}</code>: `}${message}.
                ${hint === undefined ? null : html`<span class="quiet">${hint}</span>`}
              </li>`,
          )}
        </ul>
      </section>`
