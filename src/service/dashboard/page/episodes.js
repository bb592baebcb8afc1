import { byId, el } from './elements.js'
import { arrive, episodeId, isFollowed } from './follow.js'
import { END_REASONS, episodesInWords, points, seconds } from './words.js'

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
    const key = JSON.stringify([lines, state.snapshot.alarms, location.hash])
    if (key !== drawn)
      byId('episodes').replaceChildren(...(lines.length === 0 ? [] : [table(lines, state.snapshot.alarms)]))
    drawn = key
    for (const { run, episode } of lines) arrive(episodeId(run, episode))
  },
}

/** Newest first. @param {State} state @returns {readonly Line[]} */
export function linesOf({ snapshot: { run, activity }, episodes: finished }) {
  const lines = finished
    .slice(-100)
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

/** @param {readonly Line[]} lines @param {readonly Alarm[]} alarms */
function table(lines, alarms) {
  const count = lines.filter(({ score }) => score !== undefined).length
  const folded = el(
    'details',
    { class: 'episodes' },
    el('summary', {}, episodesInWords(count)),
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
