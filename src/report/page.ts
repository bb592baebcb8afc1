import { readFileSync } from 'node:fs'
import { projectFile } from '#documents/read-text-file.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { html, render, trusted, type Html } from './html.js'
import { kindsOf } from './overview/trouble.js'
import { points } from './sections/score-sheet.js'
import { STYLES } from './styles/styles.js'
import { tagged } from './table.js'

/** The report of one run. */
export function page(
  title: string,
  { episodes, once = false }: { readonly episodes: readonly EpisodeRecord[]; readonly once?: boolean },
  body: Html,
): string {
  return documentOf(
    title,
    html`${navigation(episodes, once)}
      <main id="top">${body}</main>
      <footer>
        One file, no network: keep it, mail it, print it. Times are on the robot’s own clock (virtual time on
        the virtual robot). Keys: <kbd>j</kbd> and <kbd>k</kbd> go to the next and the previous episode,
        <kbd>t</kbd> to the top; select a picture to enlarge it, then use the arrow keys for its neighbours.
      </footer>
      <dialog id="viewer" aria-label="Picture, large"></dialog>
      <script type="module">
        ${trusted(pageScript())}
      </script>`,
    readFileSync(projectFile(`${FIELD_FOLDER}/field.css`), 'utf8'),
  )
}

/** The document around the content: it fetches nothing from anywhere. @param styles for what it draws besides */
export const documentOf = (title: string, body: Html, styles = ''): string =>
  render(
    html`${trusted('<!doctype html>')}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta
            http-equiv="Content-Security-Policy"
            content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
          />
          <title>${title}</title>
          <style>
            ${trusted(STYLES + styles)}
          </style>
        </head>
        <body>
          ${body}
        </body>
      </html>`,
  )

const navigation = (episodes: readonly EpisodeRecord[], once: boolean): Html =>
  html`<nav aria-label="Episodes">
    <a href="#top">run</a>
    ${episodes.map(
      (record) =>
        html`<a href="#episode-${record.episode}" ${tagged(kindsOf(record))}
          ><b>${record.episode}</b> ${once ? null : html`<span>${points(record.score.total)}</span>`}</a
        >`,
    )}
    <button type="button" id="show-all" hidden>show all</button>
  </nav>`

/**
 * Plain modules that tests import as they are, each after those that it imports: convenience only, as without them
 * the page is fully readable.
 */
const FOLDER = 'src/report/page'
/** the drawing of the field, which the page of the service has as well */
const FIELD_FOLDER = 'src/app/world/field/page'
const MODULES = [
  ...['address.js', 'places.js', 'filter.js', 'viewer.js', 'turning.js'].map((name) => `${FOLDER}/${name}`),
  `${FIELD_FOLDER}/field.js`,
  ...['field-map.js', 'moments.js', 'scrubber.js'].map((name) => `${FOLDER}/${name}`),
]

/** The modules of the page in one: a page that is one file can import nothing. */
const pageScript = (): string =>
  MODULES.map((name) =>
    readFileSync(projectFile(name), 'utf8')
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  ).join('\n')
