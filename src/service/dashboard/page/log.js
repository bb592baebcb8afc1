import { byId, el } from './elements.js'
import { arrive, isAwaited, isFollowed, lineId, stay } from './follow.js'
import { clockTime } from './words.js'

const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal']
/** lines on the page; the state keeps more, for changes of the level */
const MOST = 300

const list = byId('log')
const level = /** @type {HTMLSelectElement} */ (byId('log-level'))
/** @type {import('./state.js').State | undefined} */
let shown
/** number of the newest line on the page */
let last = 0

level.addEventListener('change', () => {
  stay()
  drawAnew()
})

function drawAnew() {
  last = 0
  if (shown !== undefined) log.draw(shown)
}

/** @type {import('./main.js').Panel} */
export const log = {
  parts: ['log'],
  draw(state) {
    // a restarted service counts from the beginning
    const again =
      shown !== undefined && state.log.at(-1)?.seq !== undefined && (state.log.at(-1)?.seq ?? 0) < last
    if (last === 0 || again) {
      list.replaceChildren()
      last = 0
    }
    shown = state
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 24
    const lowest = LEVELS.indexOf(level.value)
    const fresh = state.log
      .filter((line) => line.seq > last && LEVELS.indexOf(line.level) >= lowest)
      .slice(-MOST)
    list.append(...fresh.map(rowOf))
    while (list.childElementCount > MOST) list.firstElementChild?.remove()
    last = state.log.at(-1)?.seq ?? last
    if (atEnd) list.scrollTop = list.scrollHeight
    follow(state)
  },
}

/**
 * Marks the line that was followed, and goes there. A level that hides it is changed, until the line is reached:
 * whoever raises the level afterwards wants fewer lines, though the address still names this one.
 *
 * @param {import('./state.js').State} state
 */
function follow(state) {
  for (const row of list.querySelectorAll('.followed')) row.classList.remove('followed')
  const line = state.log.find(({ seq }) => isFollowed(lineId(seq)))
  if (line === undefined) return
  if (isAwaited(lineId(line.seq)) && LEVELS.indexOf(line.level) < LEVELS.indexOf(level.value)) {
    level.value = line.level
    drawAnew()
    return
  }
  document.getElementById(lineId(line.seq))?.classList.add('followed')
  arrive(lineId(line.seq))
}

/** @param {import('./state.js').LogLine} line */
const rowOf = ({ seq, at, level: severity, source, text }) =>
  el(
    'li',
    { id: lineId(seq), tabindex: -1, class: severity },
    el('time', {}, clockTime(at)),
    el('span', { class: 'source' }, source),
    el(
      'span',
      { class: 'text' },
      severity === 'info' || severity === 'debug' ? text : `${severity}: ${text}`,
    ),
  )
