import { byId, el, setText } from './elements.js'
import { short } from './words.js'

/** @typedef {import('#runtime/status/service-status.js').TreeNodeStatus} TreeNode */

/** Signs in addition to the colours, so that nothing depends on telling green from red. */
/** @type {Readonly<Record<TreeNode['status'], string>>} */
const SIGNS = { IDLE: '·', RUNNING: '▶', SUCCESS: '✓', FAILURE: '✗', SKIPPED: '↷' }

const list = byId('tree')
const fold = byId('tree-fold')

/** @type {readonly HTMLElement[]} */
let rows = []
/** the hash and node count that the rows were made for */
let made = ''
/** @type {import('./state.js').State | undefined} */
let shown

fold.setAttribute('aria-pressed', String(matchMedia('(max-width: 719px)').matches))
fold.addEventListener('click', () => {
  fold.setAttribute('aria-pressed', String(fold.getAttribute('aria-pressed') !== 'true'))
  if (shown !== undefined) tree.draw(shown)
})

/** @type {import('./main.js').Panel} */
export const tree = {
  parts: ['tree'],
  draw(state) {
    shown = state
    const { tree: live } = state.snapshot
    const hash = byId('tree-hash')
    if (live === null) {
      ;[rows, made] = [[], '']
      hash.removeAttribute('href')
      setText(hash, '')
      setText(byId('tree-running'), '')
      return list.replaceChildren(el('li', { class: 'nothing' }, 'No tree is running.'))
    }
    setText(hash, short(live.hash))
    hash.setAttribute('href', `/api/tree/${live.hash}.svg`)
    hash.setAttribute('title', `tree ${live.hash}: draw it`)
    const key = `${live.hash} ${live.nodes.length}`
    if (key !== made) {
      rows = live.nodes.map(rowOf)
      list.replaceChildren(...rows)
      made = key
    }
    paint(live.nodes)
  },
}

/** @param {TreeNode} node */
function rowOf({ depth, label, kind, path }) {
  const row = el(
    'li',
    { class: `node ${kind}`, title: `${kind} ${path}` },
    el('span', { class: 'sign', 'aria-hidden': 'true' }),
    // a SubTree is identified by its own name and its kind
    el('span', { class: 'label' }, label.replace(/^SubTree:(\S+)(?: "\1")?/, '$1')),
    el('span', { class: 'unseen' }),
  )
  row.style.setProperty('--depth', String(Math.min(depth, 24)))
  return row
}

/** @param {readonly TreeNode[]} nodes */
function paint(nodes) {
  const parents = parentsOf(nodes)
  /** @type {Set<number>} */
  const path = new Set()
  const running = nodes.flatMap(({ status }, i) => (status === 'RUNNING' ? [i] : []))
  for (const start of running) {
    for (let i = start; i >= 0 && !path.has(i); i = parents[i] ?? -1) path.add(i)
  }
  const folded = fold.getAttribute('aria-pressed') === 'true' && running.length > 0
  nodes.forEach(({ status }, i) => {
    const row = rows[i]
    if (row === undefined) return
    row.dataset['status'] = status
    row.classList.toggle('path', path.has(i))
    row.hidden = folded && !path.has(i) && !path.has(parents[i] ?? -1)
    const [sign, , unseen] = row.children
    if (sign !== undefined) setText(sign, SIGNS[status])
    if (unseen !== undefined) setText(unseen, `, ${status.toLowerCase()}`)
  })
  const leaves = running.filter((i) => !running.some((other) => parents[other] === i))
  setText(
    byId('tree-running'),
    leaves.map((i) => (nodes[i]?.label ?? '').replace(/^SubTree:/, '')).join(' · '),
  )
  follow(rows[leaves[0] ?? -1])
}

/** Keeps the running node in view, unless somebody is reading another part. @param {HTMLElement | undefined} row */
function follow(row) {
  if (row === undefined || list.matches(':hover, :focus')) return
  const [top, bottom] = [row.offsetTop - list.offsetTop, row.offsetTop - list.offsetTop + row.offsetHeight]
  if (top < list.scrollTop + 40) list.scrollTop = top - 40
  else if (bottom > list.scrollTop + list.clientHeight - 40) list.scrollTop = bottom - list.clientHeight + 40
}

/** Position of each node's parent, −1 for the root. @param {readonly TreeNode[]} nodes */
function parentsOf(nodes) {
  /** @type {number[]} */
  const open = []
  return nodes.map(({ depth }, i) => {
    open.length = depth
    const parent = depth === 0 ? -1 : (open[depth - 1] ?? -1)
    open[depth] = i
    return parent
  })
}
