import { FILTER } from './filter.js'

/**
 * Convenience only: marks the episode in view, adds keyboard navigation, filters episodes, shows pictures large, and
 * opens folded sections before printing. The page is fully readable without it.
 */
export const SCRIPT = `
const links = new Map([...document.querySelectorAll('nav a')].map((a) => [a.hash.slice(1), a]))
const episodes = [...document.querySelectorAll('article')]
const bar = document.querySelector('nav')
// the bar has as many rows as it needs: what is gone to stands below all of them
const root = document.documentElement
const measure = () => root.style.setProperty('--bar', bar.offsetHeight + 'px')
root.classList.add('scripted')
measure()
new ResizeObserver(measure).observe(bar)
// what stands behind an @ is a moment, which the scrubber of the episode shows
const placed = (hash) => hash.length > 1 && document.getElementById(hash.slice(1).replace(/@.*/, ''))
const target = () => placed(location.hash)
const settle = () => { if (target()) target().scrollIntoView({ behavior: 'instant' }) }
settle()
addEventListener('load', settle)
// only the bar is moved: scrollIntoView would also begin to scroll the page, and so end the scrolling to a link
const reveal = (link) => {
  const [from, to] = [link.offsetTop, link.offsetTop + link.offsetHeight]
  if (from < bar.scrollTop) bar.scrollTop = from
  else if (to > bar.scrollTop + bar.clientHeight) bar.scrollTop = to - bar.clientHeight
}
const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const link = links.get(target.id)
    link?.classList.toggle('here', isIntersecting)
    if (link && isIntersecting) reveal(link)
  }
}, { rootMargin: '-20% 0px -70% 0px' })
for (const article of episodes) watch.observe(article)

// where the page is on its way to, or stands since: a key that follows at once counts from there; null is the top
let aim
const shownOnes = () => episodes.filter((article) => !article.hidden)
const seen = () =>
  shownOnes().findLast((article) => article.getBoundingClientRect().top < bar.offsetHeight + 40) ?? null
const forget = () => { aim = undefined }
for (const own of ['wheel', 'touchmove', 'pointerdown']) addEventListener(own, forget, { passive: true })
const land = () => {
  aim = location.hash === '#top' ? null : episodes.find((article) => article === target())
}
addEventListener('hashchange', land)
land()
const turn = (step) => {
  const all = shownOnes()
  aim = all[Math.min(all.indexOf(aim === undefined ? seen() : aim) + step, all.length - 1)] ?? null
  if (aim === null) scrollTo({ top: 0 })
  else aim.scrollIntoView()
}
${FILTER}
const SCROLLS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', ' '])
const viewer = document.getElementById('viewer')
const shots = [...document.querySelectorAll('.shot')]
let shown = -1
const show = (i) => {
  const shot = shots[i]
  if (shot === undefined) return
  shown = i
  viewer.replaceChildren(...[...shot.children].map((child) => child.cloneNode(true)))
  if (!viewer.open) viewer.showModal()
}
shots.forEach((shot, i) => {
  shot.tabIndex = 0
  shot.addEventListener('click', () => show(i))
  shot.addEventListener('keydown', (event) => { if (event.key === 'Enter') show(i) })
})
viewer.addEventListener('click', () => viewer.close())
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (viewer.open) {
    if (event.key === 'ArrowRight' || event.key === 'j') show(shown + 1)
    if (event.key === 'ArrowLeft' || event.key === 'k') show(shown - 1)
    return
  }
  if (event.key === 'j') turn(1)
  else if (event.key === 'k') turn(-1)
  else if (event.key === 't') { aim = null; scrollTo({ top: 0 }) }
  else if (SCROLLS.has(event.key)) forget()
})
addEventListener('beforeprint', () => {
  for (const folded of document.querySelectorAll('details:not(.raw)')) folded.open = true
})
`
