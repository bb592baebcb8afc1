/** @typedef {import('#report/scrubber/changes.js').ScrubData} ScrubData */
/** @typedef {import('#report/scrubber/changes.js').Changes} Changes */

/**
 * What is known at one moment of an episode.
 * @param {ScrubData} data @param {number} t ms of the episode's clock
 */
export function stateAt(data, t) {
  const { words } = data
  const [x, y, tenths] = [0, 1, 2].map((axis) => foldedAt(data.pose, t).get(axis))
  /** @param {Changes} changes */
  const wordOf = (changes) => words[foldedAt(changes, t).get(0) ?? -1] ?? ''
  return {
    /** row of the tree → status; a row that is absent has not begun */
    tree: mapped(foldedAt(data.tree, t), (word) => words[word] ?? 'IDLE'),
    /** metres and degrees; null: not known */
    pose:
      typeof x === 'number' && typeof y === 'number' && typeof tenths === 'number'
        ? { x: x / 1000, y: y / 1000, degrees: tenths / 10 }
        : null,
    /** row of the beliefs → what is believed */
    facts: mapped(foldedAt(data.facts, t), (word) => words[word] ?? ''),
    /** elements of the map that are seen */
    marks: new Set([...foldedAt(data.marks, t)].flatMap(([element, seen]) => (seen === 1 ? [element] : []))),
    unit: wordOf(data.unit),
    /** id of the newest picture; '' before the first */
    frame: wordOf(data.frame),
    /** 0, 1, 2 → what the critic said last, the last alarm, what was refused last */
    said: mapped(foldedAt(data.said, t), (word) => words[word] ?? ''),
  }
}

/**
 * When the tree changes, each time once, in order.
 * @param {ScrubData} data
 */
export function timesOf({ tree }) {
  /** @type {number[]} */
  const times = []
  let at = 0
  for (let i = 0; i < tree.length; i += 3) {
    at += tree[i] ?? 0
    if (times.at(-1) !== at) times.push(at)
  }
  return times
}

/**
 * The values after all changes up to a time.
 * @param {Changes} changes @param {number} t
 */
function foldedAt(changes, t) {
  /** @type {Map<number, number | null>} */
  const values = new Map()
  for (let i = 0, at = 0; i < changes.length; i += 3) {
    at += changes[i] ?? 0
    if (at > t) break
    values.set(changes[i + 1] ?? 0, changes[i + 2] ?? null)
  }
  return values
}

/** @param {ReadonlyMap<number, number | null>} values @param {(value: number) => string} word */
const mapped = (values, word) => new Map([...values].map(([key, value]) => [key, word(value ?? -1)]))
