import type { AlarmInEpisode } from '#learning/alarms.js'
import { actorSection } from './actor.js'
import { criticSection } from './critic.js'
import { html, type Fragment, type Html } from '../html.js'
import type { FieldView } from '../pictures/field-marks.js'
import type { EpisodeData } from '../run-data.js'
import { tagged } from '../table.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import { believedMaps } from './world-maps.js'
import { filmStrip, type Picture } from './film-strip.js'
import { points, refusalList, scoreSheet, signed } from './score-sheet.js'
import { treePanel } from './tree-panel.js'
import { timeline } from './timeline.js'
import { NOBODY_COULD, type LinkTrouble } from '#learning/episode.js'

/** The context of an episode in its report. */
export interface EpisodeContext {
  /** score of the episode before */
  readonly before: number | undefined
  /** episode numbers for navigation */
  readonly previous: number | undefined
  readonly next: number | undefined
  readonly view: FieldView | undefined
  /** those that were raised in it, called for again, or closed */
  readonly alarms: readonly AlarmInEpisode[]
  /** of a world described by data, if it has one */
  readonly map: WorldMap | undefined
  /** what the filter of episodes finds it by */
  readonly kinds: string
  /** the scrubber, where there is a trace */
  readonly moments: Html | null
  /** nothing is learned from it: neither score nor edits say anything */
  readonly once: boolean
}

/** One episode, from its first picture to the tree that it left behind. */
export function episodeSection(
  episode: EpisodeData,
  { pictures, leftOut }: { readonly pictures: readonly Picture[]; readonly leftOut: number },
  { before, previous, next, view, map, once, kinds, moments, alarms }: EpisodeContext,
): Html {
  const { record } = episode
  const { total } = record.score
  const section = (title: string, body: Fragment): Html => partOf(record.episode, title, body)
  return html`<article class="episode" id="episode-${record.episode}" ${tagged(kinds)}>
    <header>
      <h2>Episode ${record.episode}</h2>
      <p class="result">
        ${once ? null : html`<b>${points(total)}</b>`}
        ${before === undefined ? null : html`<span class="quiet">${signed(total - before)} · </span>`}
        <span class="quiet"
          >${END_REASONS[record.endReason]}${record.endCause === undefined ? '' : ` (${record.endCause})`}
          after ${record.seconds.toFixed(1)} s · tree <code>${record.treeHash.slice(0, 12)}</code></span
        >
      </p>
      <p class="turn">${episodeLink(previous, '←', 'previous')} ${episodeLink(next, '→', 'next')}</p>
    </header>
    ${filmStrip(record.episode, pictures, leftOut, view)}
    ${map === undefined ? null : believedMaps(record, map)} ${moments}
    ${section('Timeline', timeline(episode, alarms))}
    <div class="columns">
      ${section('Critic', criticSection(record, alarms))}
      <div>${once ? null : section('Score', scoreSheet(record))} ${section('Gate', refusalList(record))}</div>
    </div>
    ${record.link === undefined ? null : section('Link', linkSection(record.link))}
    ${episode.notes.length === 0 ? null : section('Operators’ notes', notes(episode))}
    ${once ? section('Tree', treePanel(episode.tree, episode.tree)) : section('Actor', actorSection(episode))}
  </article>`
}

const notes = ({ notes: all }: EpisodeData): Html[] =>
  all.map(({ by, text }) => html`<p class="note">“${text}” <span class="quiet">${by}</span></p>`)

const episodeLink = (episode: number | undefined, arrow: string, which: string): Html | null =>
  episode === undefined
    ? null
    : html`<a href="#episode-${episode}" aria-label="${which} episode, ${episode}">${arrow} ${episode}</a>`

/** A part of an episode, with an address of its own: `#episode-3-actor`. */
const partOf = (episode: number, title: string, body: Fragment): Html =>
  html`<section class="part" id="episode-${episode}-${title.split(/\W/).at(-1)?.toLowerCase()}">
    <h3>${title}</h3>
    ${body}
  </section>`

export const END_REASONS: Readonly<Record<EpisodeData['record']['endReason'], string>> = {
  'tree-success': 'tree succeeded',
  'tree-failure': 'tree failed',
  'home-reached': 'came home',
  'time-limit': 'stopped at the time limit',
  'operator-stop': 'stopped by the operator',
  'access-lost': `stopped because ${NOBODY_COULD}`,
  estop: 'emergency stop',
  'link-lost': 'link lost',
}

/** The events of the link to the controller, on the episode's clock. */
function linkSection({ notes, leftOut }: LinkTrouble): Html {
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
