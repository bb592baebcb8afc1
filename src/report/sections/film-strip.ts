import { html, type Html } from '../html.js'
import type { Mark, FieldView } from '../pictures/field-marks.js'
import type { Embedded } from '../pictures/embed-picture.js'
import { plural } from '#app/command-line/words.js'

/** A frame of the strip, ready for the page. */
export interface Picture extends Embedded {
  readonly id: string
  readonly caption: string
  /** the critic's issues, where their place is known */
  readonly marks: readonly Mark[]
  /** ids of all its issues */
  readonly issues: readonly string[]
}

/** The camera's pictures, with the critic's issues drawn in place. */
export function filmStrip(
  episode: number,
  pictures: readonly Picture[],
  leftOut: number,
  view: FieldView | undefined,
): Html {
  if (pictures.length === 0) return html`<p class="quiet">No pictures of this episode were kept.</p>`
  return html`<div class="film" role="group" aria-label="What the camera saw in episode ${episode}">
      ${pictures.map((picture, i) => frame(episode, picture, isKey(picture, pictures[i - 1]), view))}
    </div>
    ${
      leftOut === 0
        ? null
        : html`<p class="quiet">${plural(leftOut, 'more picture')} of this episode in the run folder.</p>`
    }`
}

/** Shown larger: the first picture in which the critic found a new issue. */
const isKey = ({ issues }: Picture, before: Picture | undefined): boolean =>
  issues.some((id) => before?.issues.includes(id) !== true)

function frame(episode: number, picture: Picture, key: boolean, view: FieldView | undefined): Html {
  const { id, caption, uri, issues, marks, width, height } = picture
  const found = issues.length > 0
  return html`<figure class="shot${found ? ' found' : ''}${key ? ' large' : ''}" data-frame="${id}">
    <div>
      <img
        src="${uri}"
        width="${width}"
        height="${height}"
        alt="Camera picture, episode ${episode}, ${caption}"
        loading="lazy"
      />
      ${view === undefined || marks.length === 0 ? null : overlay(marks, view)}
    </div>
    <figcaption>${caption}${found ? html` · <b>${plural(issues.length, 'issue')}</b>` : null}</figcaption>
  </figure>`
}

function overlay(marks: readonly Mark[], { camera: { width, height } }: FieldView): Html {
  const named = marks.filter(({ label }) => label !== '')
  return html`<svg
    class="marks"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="The critic’s marks: ${named.map(({ label, grounded }) => `${label} (${grounded})`).join(', ')}"
  >
    ${marks.map(
      ({ corners, kind, grounded }) =>
        html`<polygon
          class="${kind} ${grounded}"
          points="${corners.map(({ u, v }) => `${Math.round(u)},${Math.round(v)}`).join(' ')}"
        />`,
    )}
    ${named.map((mark) => labelOf(mark, width))}
  </svg>`
}

/** The label above its region, kept inside the picture. */
function labelOf({ corners, grounded, label }: Mark, width: number): Html {
  const middle = corners.reduce((sum, { u }) => sum + u, 0) / corners.length
  const top = Math.min(...corners.map(({ v }) => v))
  const half = label.length * 4.9 + 8
  const x = Math.round(Math.min(width - half, Math.max(half, middle)))
  const y = Math.round(Math.max(18, top - 6))
  return html`<g class="${grounded}"
    ><rect
      x="${Math.round(x - half)}"
      y="${y - 16}"
      width="${Math.round(2 * half)}"
      height="21"
      rx="4"
    /><text x="${x}" y="${y}" text-anchor="middle">${label}</text></g
  >`
}
