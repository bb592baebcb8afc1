// Links from an alarm to its episode and to its line of the log. Panels are drawn anew, so the browser's own target
// would be lost: the page remembers what was followed, and goes there once it is drawn.

/** @param {string} run @param {number} episode */
export const episodeId = (run, episode) => `episode-${run}-${episode}`

/** @param {number} seq */
export const lineId = (seq) => `log-${seq}`

/** @param {string} id */
export const linkTo = (id) => `#${encodeURIComponent(id)}`

let followed = named()
/** not there yet */
let isPending = followed !== ''

/** @param {string} id */
export const isFollowed = (id) => id === followed

/** Whether it was followed and has not been gone to yet. @param {string} id */
export const isAwaited = (id) => isPending && isFollowed(id)

/** Whoever does something else meanwhile does not want to go there any more. */
export function stay() {
  isPending = false
}

/** @param {() => void} draw called when somebody has followed a link */
export function onFollow(draw) {
  const go = () => {
    followed = named()
    isPending = true
    draw()
  }
  addEventListener('hashchange', go)
  // a link that is followed twice changes no address
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null
    if (link !== null && link.getAttribute('href') === location.hash) go()
  })
}

/** Goes there if it was followed and has just been drawn. @param {string} id */
export function arrive(id) {
  const element = isPending && isFollowed(id) ? document.getElementById(id) : null
  if (element === null) return
  isPending = false
  const folded = element.closest('details')
  if (folded !== null) folded.open = true
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
}

function named() {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    // an address that somebody has typed
    return ''
  }
}
