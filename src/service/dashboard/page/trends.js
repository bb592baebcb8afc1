import { byId, el, setText, svg } from './elements.js'
import { duration, points } from './words.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {{ at: number, score: number | null, link: number | null, late: number | null }} Sample */

/** between two samples, and how many are kept, ms: five minutes */
const [EVERY_MS, MOST] = [1000, 300]
/** a longer gap is drawn as one: the page was not connected, or asleep */
const GAP_MS = 5000
const [WIDTH, HEIGHT] = [300, 40]

/** @type {Sample[]} */
let samples = []
/** @type {number | null} */
let lost = null

/** @type {import('./main.js').Panel} */
export const trends = {
  parts: [],
  draw: () => undefined,
  tick(state, now) {
    if (now - (samples.at(-1)?.at ?? -Infinity) < EVERY_MS) return
    samples = [...samples, sampleOf(state, now)].slice(-MOST)
    const { link } = state.snapshot
    setText(byId('trends-span'), `last ${duration(now - (samples[0]?.at ?? now))}`)
    byId('trends').replaceChildren(
      plot('score', 'Score', (value) => points(value), 20),
      link.counters === null
        ? plot('link', 'Link silence', milliseconds, 100)
        : plot('link', 'Link losses', (value) => `${value} a second`, 5),
      plot('late', 'Loop lateness', milliseconds, 20),
    )
  },
}

/** @param {State} state @param {number} now @returns {Sample} */
function sampleOf({ snapshot: { run, link, timing } }, now) {
  return { at: now, score: run?.scoreSoFar ?? null, link: linkOf(link), late: timing?.lately ?? null }
}

/** New losses where the line counts them, else for how long it is silent. @param {State['snapshot']['link']} link */
function linkOf({ counters, silentMs }) {
  if (counters === null) {
    lost = null
    return silentMs
  }
  const { badCobs, badCrc, badLength, oversize, unreadable, seqGaps, retransmits, txDropped, eventsDropped } =
    counters
  const all =
    badCobs + badCrc + badLength + oversize + unreadable + seqGaps + retransmits + txDropped + eventsDropped
  // a new session counts from the beginning
  const fresh = lost === null ? 0 : Math.max(0, all - lost)
  lost = all
  return fresh
}

/** @param {number} value */
const milliseconds = (value) => `${Math.round(value)} ms`

/**
 * One line over the samples, with its newest and highest value in words.
 * @param {'score' | 'link' | 'late'} name @param {string} title @param {(value: number) => string} inWords
 * @param {number} least that the axis reaches
 */
function plot(name, title, inWords, least) {
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
      ...lines(name).map((line) =>
        svg('polyline', { class: 'line', points: line.map(([at, value]) => place(at, value)).join(' ') }),
      ),
    ),
  )
}

/** Without what nobody knows, and without a line across a gap. @param {'score' | 'link' | 'late'} name */
function lines(name) {
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
