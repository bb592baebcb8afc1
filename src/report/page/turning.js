import { readAddress } from './address.js'
import { bar, episodes, placed, seen, shownOnes } from './places.js'
import { isOpen, showNeighbour } from './viewer.js'

/** The keys, and the link in the bar to the episode in view. */

const links = new Map(
  /** @type {HTMLAnchorElement[]} */ ([...bar.querySelectorAll('a')]).map((link) => [
    link.hash.slice(1),
    link,
  ]),
)

/**
 * Only the bar is moved: scrollIntoView would also begin to scroll the page, and so end the scrolling to a link.
 * @param {HTMLElement} link
 */
function reveal(link) {
  const [from, to] = [link.offsetTop, link.offsetTop + link.offsetHeight]
  if (from < bar.scrollTop) bar.scrollTop = from
  else if (to > bar.scrollTop + bar.clientHeight) bar.scrollTop = to - bar.clientHeight
}

const inView = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = links.get(target.id)
      link?.classList.toggle('here', isIntersecting)
      if (link && isIntersecting) reveal(link)
    }
  },
  { rootMargin: '-20% 0px -70% 0px' },
)
for (const article of episodes) inView.observe(article)

/**
 * Where the page is on its way to, or stands since: a key that follows at once counts from there; null is the top.
 * @type {HTMLElement | null | undefined}
 */
let aim
const forget = () => {
  aim = undefined
}
for (const own of ['wheel', 'touchmove', 'pointerdown']) addEventListener(own, forget, { passive: true })
const land = () => {
  const top = readAddress(location.hash).place === 'top'
  aim = top ? null : episodes.find((article) => article === placed(location.hash))
}
addEventListener('hashchange', land)
land()

/** @param {number} step */
function turn(step) {
  const all = shownOnes()
  const at = aim === undefined ? seen() : aim
  aim = all[Math.min((at === null ? -1 : all.indexOf(at)) + step, all.length - 1)] ?? null
  if (aim === null) scrollTo({ top: 0 })
  else aim.scrollIntoView()
}

const SCROLLS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', ' '])
addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey) return
  if (isOpen()) {
    if (key === 'ArrowRight' || key === 'j') showNeighbour(1)
    if (key === 'ArrowLeft' || key === 'k') showNeighbour(-1)
  } else if (key === 'j') turn(1)
  else if (key === 'k') turn(-1)
  else if (key === 't') {
    aim = null
    scrollTo({ top: 0 })
  } else if (SCROLLS.has(key)) forget()
})

addEventListener('beforeprint', () => {
  for (const folded of document.querySelectorAll('details:not(.raw)')) folded.setAttribute('open', '')
})
