import { readAddress, writeAddress } from './address.js'
import { episodes, placed, seen, settle, shownOnes } from './places.js'

/**
 * The buttons that leave only episodes with an alarm, a refusal or an edit, together those with any of what is pressed.
 * The address says which are pressed, so that a link shows what its sender sees. Whoever follows a link to an episode
 * that is left out sees all of them again.
 */

const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[data-filter]')])
const tagged = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-has]')])
const showAll = /** @type {HTMLElement} */ (document.getElementById('show-all'))

const pressed = () =>
  buttons.filter(({ ariaPressed }) => ariaPressed === 'true').map(({ dataset }) => dataset['filter'] ?? '')

/** Presses the buttons of these kinds; a kind without a button is none. @param {readonly string[]} kinds */
function leaveOnly(kinds) {
  for (const button of buttons) button.ariaPressed = String(kinds.includes(button.dataset['filter'] ?? ''))
  const wanted = pressed()
  for (const each of tagged) {
    const own = each.dataset['has']?.split(' ') ?? []
    each.hidden = wanted.length > 0 && !wanted.some((kind) => own.includes(kind))
  }
  for (const head of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.group'))) {
    const rows = [.../** @type {HTMLElement} */ (head.parentElement).querySelectorAll('[data-has]')]
    head.hidden = rows.every((row) => /** @type {HTMLElement} */ (row).hidden)
  }
  showAll.hidden = wanted.length === 0
  const count = document.querySelector('[role=status]')
  if (count !== null)
    count.textContent =
      wanted.length === 0 ? '' : `episodes shown: ${shownOnes().length} of ${episodes.length}`
}

/** @param {Element | null} place */
const isLeftOut = (place) => place !== null && place.closest('[hidden]') !== null

/** The address without what it says behind its #, and with this instead. @param {import('./address.js').Address} to */
const withAddress = (to) => location.href.replace(/#.*/, '') + writeAddress(to)

/** Filters as the address says. @returns whether that changed anything */
function obeyAddress() {
  const before = pressed().join()
  const { only, ...at } = readAddress(location.hash)
  leaveOnly(only)
  if (isLeftOut(placed(location.hash))) {
    leaveOnly([])
    history.replaceState(null, '', withAddress({ ...at, only: [] }))
  }
  return pressed().join() !== before
}

/** A step of its own in the browser's history: back takes the filter back. */
function pushAddress() {
  const { place, seconds } = readAddress(location.hash)
  const at = isLeftOut(placed(location.hash)) ? { place: '' } : { place, seconds }
  history.pushState(null, '', withAddress({ ...at, only: pressed() }))
}

for (const button of buttons)
  button.addEventListener('click', () => {
    const kind = button.dataset['filter'] ?? ''
    const others = pressed().filter((each) => each !== kind)
    leaveOnly(button.ariaPressed === 'true' ? others : [...others, kind])
    pushAddress()
  })
buttons[0]?.parentElement?.removeAttribute('hidden')
showAll.addEventListener('click', () => {
  const at = seen()
  leaveOnly([])
  pushAddress()
  at?.scrollIntoView({ behavior: 'instant' })
})
addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (link === null || pressed().length === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = link.getAttribute('href') ?? ''
    if (isLeftOut(placed(to))) return leaveOnly([])
    event.preventDefault()
    location.hash = writeAddress({ ...readAddress(to), only: pressed() })
    // an address that was the same before brings no event
    settle()
  },
  true,
)
addEventListener('hashchange', () => {
  const changed = obeyAddress()
  if (changed || location.hash !== `#${readAddress(location.hash).place}`) settle()
})

obeyAddress()
settle()
addEventListener('load', settle)
