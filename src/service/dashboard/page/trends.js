import { byId, el, setText, svg } from './elements.js'
import { duration, points } from './words.js'

/** @typedef {import('../live/messages.js').Sample} Sample */

/** a longer gap is drawn as one: the service was not there, or the page asleep */
const GAP_MS = 5000
const [WIDTH, HEIGHT] = [300, 40]

/** @type {import('./main.js').Panel} */
export const trends = {
  parts: ['samples'],
  draw({ samples, snapshot: { link } }) {
    setText(byId('trends-span'), `last ${duration((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0))}`)
    /** @param {Plot} of */
    const draw = (of) => plot(of, samples)
    byId('trends').replaceChildren(
      draw({ name: 'score', title: 'Score', inWords: (value) => points(value), least: 20 }),
      link.counters === null
        ? draw({ name: 'link', title: 'Link silence', inWords: milliseconds, least: 100 })
        : draw({ name: 'link', title: 'Link losses', inWords: (value) => `${value} a second`, least: 5 }),
      draw({ name: 'late', title: 'Loop lateness', inWords: milliseconds, least: 20 }),
    )
  },
}

/** @param {number} value */
const milliseconds = (value) => `${Math.round(value)} ms`

/**
 * @typedef {object} Plot
 * @property {'score' | 'link' | 'late'} name
 * @property {string} title
 * @property {(value: number) => string} inWords
 * @property {number} least that the axis reaches
 */

/**
 * One line over the samples, with its newest and highest value in words.
 * @param {Plot} of @param {readonly Sample[]} samples
 */
function plot({ name, title, inWords, least }, samples) {
  const values = samples.flatMap((sample) => sample[name] ?? [])
  const newest = samples.at(-1)?.[name] ?? null
  const now = newest === null ? '–' : inWords(newest)
  const highest = values.length === 0 ? '' : `highest ${inWords(Math.max(...values))}`
  const [low, high] = [Math.min(0, ...values), Math.max(least, ...values)]
  const [from, to] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0]
  /** @param {number} at */
  const x = (at) => ((at - from) / Math.max(1, to - from)) * WIDTH
  /** @param {number} value */
  const y = (value) => HEIGHT - ((value - low) / (high - low)) * HEIGHT
  /** @param {number} at @param {number} value */
  const place = (at, value) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`
  const zero = y(0)
  return el(
    'div',
    { class: 'trend' },
    el('h3', {}, title),
    el('p', {}, el('b', {}, now), el('span', { class: 'quiet' }, ` ${highest}`)),
    svg(
      'svg',
      {
        viewBox: `0 -2 ${WIDTH} ${HEIGHT + 4}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': `${title} over time: now ${now}${highest === '' ? '' : `, ${highest}`}`,
      },
      svg('line', { class: 'grid', x1: 0, x2: WIDTH, y1: zero, y2: zero }),
      ...lines(name, samples).map((line) =>
        svg('polyline', { class: 'line', points: line.map(([at, value]) => place(at, value)).join(' ') }),
      ),
    ),
  )
}

/**
 * Without what nobody knows, and without a line across a gap.
 * @param {Plot['name']} name @param {readonly Sample[]} samples
 */
function lines(name, samples) {
  /** @type {[at: number, value: number][][]} */
  const all = []
  let before = -Infinity
  for (const { at, [name]: value } of samples) {
    if (value === null) continue
    if (at - before > GAP_MS) all.push([])
    all.at(-1)?.push([at, value])
    before = at
  }
  return all
}
