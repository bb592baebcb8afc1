import type { LinkTrouble } from '#learning/episode.js'
import { html, type Html } from '../html.js'

/** What the link to the controller went through, by the episode's clock. */
export function linkSection({ notes, leftOut }: LinkTrouble): Html {
  return html`<ul class="link">
    ${notes.map(
      ({ t, level, text }) =>
        html`<li><span class="mark ${MARKS[level]}">${(t / 1000).toFixed(2)} s</span> ${text}</li>`,
    )}
    ${leftOut === 0 ? null : html`<li class="quiet">and ${leftOut} more</li>`}
  </ul>`
}

const MARKS: Readonly<Record<LinkTrouble['notes'][number]['level'], string>> = {
  debug: 'quiet',
  info: 'good',
  warn: 'warn',
  error: 'bad',
}
