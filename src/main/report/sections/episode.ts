import { actorSection } from './actor.js'
import { criticSection } from './critic.js'
import { html, type Fragment, type Html } from '../html.js'
import type { EpisodeData } from '../run-data.js'
import { points, refusals, scoreSheet, signed } from './score-sheet.js'
import { timeline } from './timeline.js'

/** A frame of the strip, ready for the page. */
export interface Picture {
  readonly caption: string
  readonly uri: string
}

/** One episode, from its first picture to the tree that it left behind. */
export function episodeSection(
  episode: EpisodeData,
  pictures: readonly Picture[],
  before: number | undefined,
): Html {
  const { record } = episode
  const { total } = record.score
  return html`<article class="episode" id="episode-${record.episode}">
    <header>
      <h2>Episode ${record.episode}</h2>
      <p class="result">
        <b>${points(total)}</b>
        ${before === undefined ? null : html`<span class="quiet">${signed(total - before)}</span>`}
        <span class="quiet"
          >${END_REASONS[record.endReason]} after ${record.seconds.toFixed(1)} s · tree
          <code>${record.treeHash.slice(0, 12)}</code></span
        >
      </p>
    </header>
    ${filmStrip(record.episode, pictures)} ${part('Timeline', timeline(episode))}
    <div class="columns">
      ${part('Critic', criticSection(record))}
      <div>${part('Score', scoreSheet(record))} ${part('Gate', refusals(record))}</div>
    </div>
    ${part('Actor', actorSection(episode))}
  </article>`
}

function filmStrip(episode: number, pictures: readonly Picture[]): Html {
  if (pictures.length === 0) return html`<p class="quiet">No pictures of this episode were kept.</p>`
  return html`<div class="film" role="group" aria-label="What the camera saw in episode ${episode}">
    ${pictures.map(
      ({ caption, uri }) =>
        html`<figure>
          <img src="${uri}" alt="Camera picture, episode ${episode}, ${caption}" loading="lazy" />
          <figcaption>${caption}</figcaption>
        </figure>`,
    )}
  </div>`
}

const part = (title: string, body: Fragment): Html =>
  html`<section class="part">
    <h3>${title}</h3>
    ${body}
  </section>`

export const END_REASONS: Readonly<Record<EpisodeData['record']['endReason'], string>> = {
  'tree-success': 'tree succeeded',
  'tree-failure': 'tree failed',
  'home-reached': 'came home',
  'time-limit': 'stopped at the time limit',
  'operator-stop': 'stopped by the operator',
  estop: 'emergency stop',
  'link-lost': 'link lost',
}
