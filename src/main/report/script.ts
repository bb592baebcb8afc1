/**
 * Comfort only: marks the episode in view, turns pages by keys, shows pictures large, and opens what is folded before
 * printing. Without it the page reads as well.
 */
export const SCRIPT = `
const links = new Map([...document.querySelectorAll('nav a')].map((a) => [a.hash.slice(1), a]))
const episodes = [...document.querySelectorAll('article')]
const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const link = links.get(target.id)
    link?.classList.toggle('here', isIntersecting)
    if (isIntersecting) link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}, { rootMargin: '-20% 0px -70% 0px' })
for (const article of episodes) watch.observe(article)

const turn = (step) => {
  const at = episodes.findLastIndex((article) => article.getBoundingClientRect().top < 90)
  const to = episodes[Math.min(Math.max(at + step, 0), episodes.length - 1)]
  if (at + step < 0) scrollTo({ top: 0 })
  else to?.scrollIntoView()
}
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
  if (event.key === 'k') turn(-1)
  if (event.key === 't') scrollTo({ top: 0 })
})
addEventListener('beforeprint', () => {
  for (const folded of document.querySelectorAll('details:not(.raw)')) folded.open = true
})
`
