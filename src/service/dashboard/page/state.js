// The page's state, and how a message changes it. Nothing in here touches the page itself.

/** @typedef {import('../live/messages.js').PageStatus} Snapshot */
/** @typedef {import('../live/messages.js').Hello} Hello */
/** @typedef {import('../live/messages.js').Change} Change */
/** @typedef {import('../live/messages.js').LogLine} LogLine */
/** @typedef {import('../live/messages.js').PagePose} PagePose */
/** @typedef {import('../live/messages.js').PagePicture} PagePicture */
/** @typedef {import('../live/messages.js').EpisodeLine} EpisodeLine */
/** @typedef {import('../live/messages.js').Sample} Sample */
/** @typedef {import('#base/field-map.js').FieldMap} FieldMap */

/** @typedef {import('#worlds/map/draw/drawing.js').Drawing} Drawing */

/** @typedef {keyof Snapshot | 'log' | 'pose' | 'picture' | 'samples' | 'episodes' | 'field' | 'drawing'} Part */

/**
 * @typedef {object} State
 * @property {Snapshot} snapshot
 * @property {Partial<Record<Part, number>>} receivedAt when each part arrived, ms of the page's clock
 * @property {readonly LogLine[]} log
 * @property {PagePose | null} pose
 * @property {readonly PagePose[]} trail previous positions, newest last
 * @property {PagePicture | null} picture
 * @property {readonly Sample[]} samples for the plots, oldest first
 * @property {readonly EpisodeLine[] | undefined} episodes undefined until the service has answered
 * @property {boolean} isMapKnown whether the service has answered which map there is, if any
 * @property {FieldMap | null} field
 * @property {Drawing | null} drawing the map of a world described by data
 */

/** log lines, poses and samples that the page keeps */
const [MOST_LINES, MOST_POSES, MOST_SAMPLES] = [600, 120, 600]
/** what the plots look back, ms */
const SPAN_MS = 600_000

/**
 * @param {Hello} hello
 * @param {number} now
 * @returns {State}
 */
export function begin(hello, now) {
  const parts = /** @type {Part[]} */ (Object.keys(hello.snapshot))
  return {
    snapshot: hello.snapshot,
    receivedAt: Object.fromEntries([...parts, 'picture'].map((part) => [part, now])),
    log: hello.log,
    pose: hello.pose,
    trail: hello.pose === null ? [] : [hello.pose],
    picture: hello.picture,
    samples: hello.samples,
    episodes: undefined,
    isMapKnown: false,
    field: null,
    drawing: null,
  }
}

/**
 * @param {State} state
 * @param {Change} change
 * @param {number} now
 * @returns {{ state: State, changed: Set<Part> }}
 */
export function apply(state, change, now) {
  const { nodes, ...parts } = change.patch
  const changed = new Set(/** @type {Part[]} */ (Object.keys(parts)))
  const snapshot = { ...state.snapshot, ...parts }
  if (nodes !== undefined && snapshot.tree !== null) {
    const statuses = new Map(nodes)
    snapshot.tree = {
      ...snapshot.tree,
      nodes: snapshot.tree.nodes.map((node, i) => ({ ...node, status: statuses.get(i) ?? node.status })),
    }
    changed.add('tree')
  }
  const last = state.log.at(-1)?.seq ?? 0
  // a page that joined between two messages gets some events twice
  const lines = (change.log ?? []).filter(({ seq }) => seq > last)
  if (lines.length > 0) changed.add('log')
  if (change.pose !== undefined) changed.add('pose')
  if (change.picture !== undefined) changed.add('picture')
  if (change.samples !== undefined) changed.add('samples')
  if (change.episodes === true) changed.add('episodes')
  const receivedAt = { ...state.receivedAt }
  for (const part of changed) receivedAt[part] = now
  return {
    changed,
    state: {
      ...state,
      snapshot,
      receivedAt,
      log: lines.length === 0 ? state.log : [...state.log, ...lines].slice(-MOST_LINES),
      pose: change.pose ?? state.pose,
      trail: change.pose === undefined ? state.trail : follow(state.trail, change.pose),
      picture: change.picture ?? state.picture,
      samples: joined(state.samples, change.samples ?? []),
    },
  }
}

/**
 * Also over a restart of the service, which begins without any; a page that joined gets some twice. What a clock that
 * was set since calls later, or long ago, is left out.
 *
 * @param {readonly Sample[]} before @param {readonly Sample[]} after
 */
export function joined(before, after) {
  const first = after[0]?.at
  if (first === undefined) return before
  const kept = before.filter(({ at }) => at < first && first - at <= SPAN_MS)
  return [...kept, ...after].slice(-MOST_SAMPLES)
}

/**
 * A robot that was carried, or not watched for a while, draws no line. @param {readonly PagePose[]} trail @param
 * {PagePose} pose
 */
function follow(trail, pose) {
  const last = trail.at(-1) ?? pose
  const jumped = Math.hypot(pose.x - last.x, pose.y - last.y) > 0.4
  return jumped ? [pose] : [...trail, pose].slice(-MOST_POSES)
}

/**
 * The present value of an age that was correct when its part arrived.
 * @param {State} state
 * @param {Part} part
 * @param {number | null} ms
 * @param {number} now
 */
export const currentAge = (state, part, ms, now) =>
  ms === null ? null : ms + now - (state.receivedAt[part] ?? now)

/**
 * For how long the link has been silent or, where the service knows when, lost.
 *
 * @param {State} state
 * @param {number} now
 */
export function silenceOf(state, now) {
  const { at, link } = state.snapshot
  return link.status === 'lost' && link.lostAt !== undefined
    ? currentAge(state, 'at', Math.max(0, at - link.lostAt), now)
    : currentAge(state, 'link', link.silentMs, now)
}
