import { byId, el, setText, svg } from './elements.js'
import { points, stepInWords } from './words.js'

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [420, 190, 38, 14, 22, 24]

/** @type {import('./main.js').Panel} */
export const score = {
  parts: ['run', 'activity'],
  draw({ snapshot }) {
    const { run, activity } = snapshot
    const scores = run?.scores ?? []
    const live =
      run !== null && ['running', 'pausing', 'paused'].includes(activity) ? run.scoreSoFar : undefined
    setText(byId('score-of'), run === null ? '' : `seed ${run.seed} · ${placeOf(run.field)}`)
    const last = scores.at(-1)
    const figure =
      live !== undefined
        ? el(
            'p',
            { class: 'figure' },
            el('b', {}, points(live)),
            el('span', {}, ` points so far · ${stepInWords(run?.unit ?? '')}`),
          )
        : last !== undefined
          ? el(
              'p',
              { class: 'figure' },
              el('b', {}, points(last)),
              el('span', {}, ` points in episode ${scores.length}`),
            )
          : el('p', { class: 'figure' }, el('span', {}, nothingYet(run)))
    byId('score').replaceChildren(
      figure,
      ...(run === null || (scores.length === 0 && live === undefined) ? [] : [curve(run, live)]),
    )
  },
}

/** A world and its task, or a field. @param {string} id */
const placeOf = (id) => (id.includes('/') ? `task ${id}` : `field ${id}`)

/** @param {import('./state.js').State['snapshot']['run']} run */
const nothingYet = (run) =>
  run === null ? 'No run since the service started.' : 'No episode of this run has finished yet.'

/**
 * @param {NonNullable<import('./state.js').State['snapshot']['run']>} run
 * @param {number | undefined} live
 */
function curve({ scores, best, episodes }, live) {
  const values = live === undefined ? scores : [...scores, live]
  const { low, high, step } = scaleOf(values)
  const count = Math.max(episodes, values.length)
  /** @param {number} i */
  const x = (i) => LEFT + 18 + (count === 1 ? 0.5 : i / (count - 1)) * (WIDTH - LEFT - RIGHT - 36)
  /** @param {number} value */
  const y = (value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const lines = []
  for (let value = low; value <= high; value += step) {
    lines.push(
      svg('line', { class: 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      svg(
        'text',
        { class: 'tick', x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' },
        points(value).replace('.0', ''),
      ),
    )
  }
  const every = Math.ceil(count / 12)
  return svg(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      class: 'curve',
      'aria-label': `Scores: ${scores.map(points).join(', ')}`,
    },
    ...lines,
    ...Array.from(
      { length: count },
      (_, i) =>
        i % every === 0 &&
        svg('text', { class: 'tick', x: x(i), y: HEIGHT - 6, 'text-anchor': 'middle' }, i + 1),
    ),
    svg('polyline', { class: 'line', points: scores.map((value, i) => `${x(i)},${y(value)}`).join(' ') }),
    live !== undefined &&
      scores.length > 0 &&
      svg('polyline', {
        class: 'line live',
        points: `${x(scores.length - 1)},${y(scores.at(-1) ?? 0)} ${x(scores.length)},${y(live)}`,
      }),
    ...scores.map((value, i) =>
      svg('circle', { class: i + 1 === best ? 'best' : 'plain', cx: x(i), cy: y(value), r: 4 }),
    ),
    ...scores.map(
      (value, i) =>
        (count <= 12 || i + 1 === best) &&
        svg('text', { class: 'value', x: x(i), y: y(value) - 9, 'text-anchor': 'middle' }, points(value)),
    ),
    live !== undefined && svg('circle', { class: 'live', cx: x(scores.length), cy: y(live), r: 5 }),
  )
}

/** @param {readonly number[]} values */
function scaleOf(values) {
  const [min, max] = [Math.min(0, ...values), Math.max(20, ...values)]
  const step = [10, 20, 50, 100, 200, 500].find((candidate) => (max - min) / candidate <= 5) ?? 1000
  return { low: Math.floor(min / step) * step, high: Math.ceil(max / step) * step, step }
}
