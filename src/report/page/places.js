import { readAddress } from './address.js'

/** Where the page is, and where its address leads. */

export const episodes = [...document.querySelectorAll('article')]
export const bar = /** @type {HTMLElement} */ (document.querySelector('nav'))

/** What an address leads to. @param {string} hash */
export const placed = (hash) => document.getElementById(readAddress(hash).place)

/** Goes there at once, also where the browser cannot: no element is called `episode-3&only=alarms`. */
export function settle() {
  if (readAddress(location.hash).place === 'top') scrollTo({ top: 0, behavior: 'instant' })
  else placed(location.hash)?.scrollIntoView({ behavior: 'instant' })
}

export const shownOnes = () => episodes.filter((article) => !article.hidden)

/** The episode whose head stands below the bar, or above. */
export const seen = () =>
  shownOnes().findLast((article) => article.getBoundingClientRect().top < bar.offsetHeight + 40) ?? null

// the bar has as many rows as it needs: what is gone to stands below all of them
const measureBar = () => document.documentElement.style.setProperty('--bar', `${bar.offsetHeight}px`)
document.documentElement.classList.add('scripted')
measureBar()
new ResizeObserver(measureBar).observe(bar)
