import type { AlarmInEpisode } from '#learning/alarms.js'
import type { RunManifest } from '#learning/manifest.js'
import { html, jsonScript, type Html } from '../html.js'
import type { EpisodeData } from '../run-data.js'
import { STATUS_CLASS } from '../sections/gantt.js'
import { failedLast, leavesOf, spansOf } from '../sections/spans.js'
import { mapOverTime, type MapOverTime, type Place } from './map-over-time.js'
import { momentsOf, scrubOf, type Scrub } from './scrub-data.js'

/**
 * Picture, map, tree and beliefs of an episode at one moment, which a slider chooses. It needs the page's script, and
 * is not there without it: what the page says without it is said elsewhere.
 */
export function scrubber(
  episode: EpisodeData,
  alarms: readonly AlarmInEpisode[],
  manifest: RunManifest,
  place: Place,
): Html | null {
  const map = mapOverTime(momentsOf(episode), place)
  const scrub = scrubOf(episode, alarms, { ...map, field: place.field })
  if (scrub === undefined) return null
  const number = episode.record.episode
  return html`<section class="part scrub">
    <h3>Moment by moment</h3>
    ${controls(episode, scrub.data)}
    <div class="scrub-all">
      <div class="scrub-seen">
        <figure class="scrub-picture" aria-label="The newest picture at this moment"></figure>
        ${mapFigure(map)}
      </div>
      ${treeNow(number, scrub)}
      <div class="scrub-known">${beliefs(number, scrub)} ${lastSaid()}</div>
    </div>
    ${scrub.missing === undefined ? null : html`<p class="quiet">${scrub.missing}</p>`}
    ${replayLine(manifest, number)} ${jsonScript(scrub.data)}
  </section>`
}

function controls(episode: EpisodeData, { from, to }: Scrub['data']): Html {
  const number = episode.record.episode
  const end = Math.max(1000, (episode.trace.at(-1)?.t ?? 0) - from)
  return html`<div class="scrub-head">
    <div class="scrub-controls" role="group" aria-label="Moment of episode ${number}">
      <button
        type="button"
        class="scrub-play"
        aria-pressed="false"
        aria-label="Play, four times as fast"
      ></button>
      <button type="button" data-jump="-1" aria-label="Previous change of the tree">‹</button>
      <button type="button" data-jump="1" aria-label="Next change of the tree">›</button>
      <b class="scrub-time"></b>
      <span class="scrub-unit"></span>
    </div>
    <div class="scrub-line">
      ${strip(episode, from, to)}
      <input
        type="range"
        min="${from}"
        max="${to}"
        step="1"
        value="${from}"
        data-end="${end}"
        aria-label="Moment of episode ${number}"
        title="Arrow keys: 0.1 s; with Shift: 0.02 s. Page Up, Page Down: the next, the previous change of the tree"
      />
    </div>
  </div>`
}

/** of the strip's 1000: what fails at once, and at the very end, is seen as well */
const LEAST = 6

/** The leaves over time, as wide as the slider; what failed lies on top. */
function strip({ trace }: EpisodeData, from: number, to: number): Html {
  const x = (t: number): number => Math.round(((t - from) / Math.max(1, to - from)) * 100_000) / 100
  return html`<svg
    class="scrub-strip"
    viewBox="0 0 1000 14"
    preserveAspectRatio="none"
    role="img"
    aria-label="The leaves of the tree over time: done, failed, halted"
  >
    ${failedLast(leavesOf(spansOf(trace))).map(
      (span) =>
        html`<rect
          class="${STATUS_CLASS[span.status]}"
          x="${Math.min(x(span.from), 1000 - LEAST)}"
          y="2"
          width="${Math.max(LEAST, Math.round((x(span.to) - x(span.from)) * 100) / 100)}"
          height="10"
        />`,
    )}
  </svg>`
}

const mapFigure = ({ drawing }: MapOverTime): Html | null =>
  drawing === undefined
    ? null
    : html`<figure class="scrub-map">
        ${drawing}
        <figcaption class="scrub-pose"></figcaption>
      </figure>`

const treeNow = (episode: number, { rows }: Scrub): Html =>
  html`<div
    class="scrub-tree"
    role="region"
    tabindex="0"
    aria-label="The tree of episode ${episode} at this moment"
  >
    <ol>
      ${rows.map(
        ({ depth, label }) =>
          html`<li style="--depth: ${Math.min(depth, 12)}">
            <span class="scrub-sign" aria-hidden="true"></span
            ><span class="scrub-name">${label.replace(/^SubTree:(\S+)(?: "\1")?/, '$1')}</span
            ><span class="scrub-said"></span>
          </li>`,
      )}
    </ol>
  </div>`

const beliefs = (episode: number, { subjects }: Scrub): Html | null =>
  subjects.length === 0
    ? null
    : html`<div
        class="scrub-facts"
        role="region"
        tabindex="0"
        aria-label="What the twin believes in episode ${episode} at this moment"
      >
        <dl>
          ${subjects.map(
            (subject) =>
              html`<div>
                <dt>${subject}</dt>
                <dd></dd>
              </div>`,
          )}
        </dl>
        <p class="quiet scrub-not"></p>
      </div>`

/** What was said and refused last. */
const lastSaid = (): Html =>
  html`<dl class="scrub-said-last">
    ${['critic', 'alarm', 'refused'].map(
      (who) =>
        html`<div>
          <dt>${who}</dt>
          <dd></dd>
        </div>`,
    )}
  </dl>`

/** Where an episode can be run again, it shows more: blackboard, commands, the critic's words. */
const replayLine = ({ key, faults }: RunManifest, episode: number): Html | null =>
  faults === 'real' || faults === 'driver'
    ? null
    : html`<p class="quiet">
        Everything known at this moment:
        <code>graft replay ${key} --episode ${episode} --at <span class="scrub-at"></span></code>
      </p>`
