import { alarms } from './alarms.js'
import { camera } from './camera.js'
import { condition } from './condition.js'
import { connect } from './connection.js'
import { episodes } from './episodes.js'
import { facts } from './facts.js'
import { onFollow } from './follow.js'
import { log } from './log.js'
import { map } from './map.js'
import { order } from './order.js'
import { score } from './score.js'
import { apply, begin, joined } from './state.js'
import { banners, head } from './status.js'
import { tree } from './tree.js'
import { trends } from './trends.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Part} Part */

/**
 * One panel of the page. `draw` is called when one of its parts has changed, `tick` four times a second for ages.
 * @typedef {object} Panel
 * @property {readonly Part[]} parts
 * @property {(state: State) => void} draw
 * @property {(state: State, now: number) => void} [tick]
 */

/** @type {readonly Panel[]} */
const PANELS = [head, order, tree, camera, score, episodes, map, alarms, trends, facts, log, condition]

const BUSY = 503
const RETRY_MS = 300
const MOST_TRIES = 20
const AGAIN_MS = 5000

/** @type {State | undefined} */
let state
/** @type {Set<Part>} */
let changed = new Set()
let drawing = false

const connection = connect({
  hello: (hello) => {
    const before = state
    state = begin(hello, performance.now())
    if (before !== undefined)
      state = {
        ...state,
        episodes: before.episodes,
        isMapKnown: before.isMapKnown,
        field: before.field,
        drawing: before.drawing,
        trail: before.trail,
        samples: joined(before.samples, state.samples),
      }
    mark(PANELS.flatMap(({ parts }) => parts))
    void readEpisodes()
    void readMap()
  },
  change: (change) => {
    if (state === undefined) return
    const { run: before, activity } = state.snapshot
    const next = apply(state, change, performance.now())
    state = next.state
    mark(next.changed)
    if (change.episodes === true) void readEpisodes()
    // the map of a world is drawn by the service: anew when what is believed has changed
    const drawn = state.drawing !== null && next.changed.has('facts')
    // who drives by hand may do so on another field than the newest run
    const elsewhere = state.snapshot.run?.field !== before?.field || state.snapshot.activity !== activity
    if (elsewhere || drawn) void readMap()
  },
})

/** Draws once for all changes since the last frame. @param {Iterable<Part>} parts */
function mark(parts) {
  for (const part of parts) changed.add(part)
  if (drawing) return
  drawing = true
  // a hidden page gets no animation frames, but must still process its changes
  if (document.hidden) setTimeout(draw, 1000)
  else requestAnimationFrame(draw)
}

function draw() {
  drawing = false
  const parts = changed
  changed = new Set()
  if (state === undefined) return
  for (const panel of PANELS) if (panel.parts.some((part) => parts.has(part))) panel.draw(state)
  tick()
}

function tick() {
  const lost = connection.isLost()
  banners(state, lost ? connection.silentMs() : undefined)
  if (state === undefined || lost) return
  for (const panel of PANELS) panel.tick?.(state, performance.now())
}

async function readEpisodes() {
  const episodes = await read('/api/episodes')
  if (state === undefined) return
  if (!Array.isArray(episodes)) {
    // nobody may wait for a list that nobody asks for again
    if (state.episodes === undefined) setTimeout(() => void readEpisodes(), AGAIN_MS)
    return
  }
  state = { ...state, episodes }
  mark(['episodes'])
}

/** Of two answers the newer request's counts. */
let asked = 0

async function readMap() {
  const number = ++asked
  const drawing = await read('/api/map.json')
  if (state === undefined || number !== asked) return
  state = { ...state, drawing, isMapKnown: state.isMapKnown || drawing !== null }
  mark(['drawing'])
  if (drawing !== null) return
  const field = await read('/api/field.json')
  if (state === undefined || number !== asked) return
  state = { ...state, field, isMapKnown: true, trail: field?.id === state.field?.id ? state.trail : [] }
  mark(['field'])
}

/** A service that is busy with its robot says so at once, and is asked again. @param {string} path */
async function read(path) {
  try {
    for (let tries = 1; ; tries++) {
      const reply = await fetch(path)
      if (reply.ok) return await reply.json()
      if (reply.status !== BUSY || tries === MOST_TRIES) return null
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  } catch {
    // the stream notices a lost connection, and the next message triggers another request
    return null
  }
}

onFollow(() => mark(['episodes', 'log']))
setInterval(tick, 250)
