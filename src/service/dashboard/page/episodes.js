import { byId, el } from './elements.js'
import { arrive, episodeId, isFollowed } from './follow.js'
import { END_REASONS, LOADING, episodesInWords, points, seconds } from './words.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../live/messages.js').PageAlarm} Alarm */

/** One line of the table: an episode that has finished, or the one under way. */
/** @typedef {{ run: string, episode: number, score: number | undefined, ended: string }} Line */

let open = false
let drawn = ''

/** @type {import('./main.js').Panel} */
export const episodes = {
  parts: ['episodes', 'run', 'activity', 'alarms'],
  draw(state) {
    const lines = linesOf(state)
    // drawn anew only when something is new: a table that somebody scrolls must not jump
    const key = JSON.stringify([lines, state.episodes === undefined, state.snapshot.alarms, location.hash])
    if (key !== drawn) byId('episodes').replaceChildren(...shown(lines, state))
    drawn = key
    for (const { run, episode } of lines) arrive(episodeId(run, episode))
  },
}

/** @param {readonly Line[]} lines @param {State} state */
function shown(lines, { episodes: finished, snapshot: { alarms } }) {
  if (lines.length > 0)
    return [table(lines, episodesInWords(finished && Math.min(finished.length, MOST)), alarms)]
  return finished === undefined ? [el('p', { class: 'nothing' }, LOADING)] : []
}

/** episodes that are listed */
const MOST = 100

/** Newest first. @param {State} state @returns {readonly Line[]} */
export function linesOf({ snapshot: { run, activity }, episodes: finished = [] }) {
  const lines = finished
    .slice(-MOST)
    .reverse()
    .map(({ run: key, episode, score, endReason }) => ({
      ...{ run: key, episode, score, ended: END_REASONS[endReason] },
    }))
  const isUnderWay =
    run !== null &&
    ['running', 'pausing', 'paused', 'waiting-for-link'].includes(activity) &&
    !lines.some((line) => line.run === run.key && line.episode === run.episode)
  return isUnderWay
    ? [{ run: run.key, episode: run.episode, score: undefined, ended: 'under way' }, ...lines]
    : lines
}

/** @param {readonly Line[]} lines @param {string} title @param {readonly Alarm[]} alarms */
function table(lines, title, alarms) {
  const folded = el(
    'details',
    { class: 'episodes' },
    el('summary', {}, title),
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el('tr', {}, ...['run', 'episode', 'score', 'ended'].map((name) => el('th', { scope: 'col' }, name))),
      ),
      el('tbody', {}, ...lines.flatMap((line) => rows(line, alarms))),
    ),
  )
  if (open) folded.setAttribute('open', '')
  folded.addEventListener('toggle', () => {
    open = folded.hasAttribute('open')
  })
  return folded
}

/** @param {Line} line @param {readonly Alarm[]} alarms */
function rows({ run, episode, score, ended }, alarms) {
  const id = episodeId(run, episode)
  const followed = isFollowed(id)
  const row = el(
    'tr',
    { id, tabindex: -1, class: followed ? 'followed' : null },
    el('td', {}, run),
    el('td', { class: 'number' }, episode),
    el('td', { class: 'number' }, score === undefined ? '' : points(score)),
    el('td', {}, ended),
  )
  return followed ? [row, moments(run, episode, alarms)] : [row]
}

/**
 * What raised an alarm in it, and when; and where all the rest is.
 *
 * @param {string} run @param {number} episode @param {readonly Alarm[]} alarms
 */
function moments(run, episode, alarms) {
  const own = alarms
    .flatMap(({ first, newest, count = 1, why, record: { text } }) => [
      { ...first, text: `${why}: ${text}` },
      ...(newest === undefined || count === 1 ? [] : [{ ...newest, text: `${why}, again: ${text}` }]),
    ])
    .filter((place) => place.run === run && place.episode === episode)
  return el(
    'tr',
    { class: 'followed' },
    el(
      'td',
      { colspan: 4 },
      el('ul', {}, ...own.map(({ t, text }) => el('li', {}, el('b', {}, seconds(t)), ` ${text}`))),
      el('code', {}, `graft console episode show ${episode} --run ${run}`),
    ),
  )
}
