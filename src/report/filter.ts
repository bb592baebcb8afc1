/**
 * Part of the page's script: the buttons that leave only episodes with an alarm, a refusal or an edit, together those
 * with any of what is pressed. Whoever follows a link to an episode that is left out sees all of them again.
 */
export const FILTER = `
const buttons = [...document.querySelectorAll('[data-filter]')]
const tagged = [...document.querySelectorAll('[data-has]')]
const showAll = document.getElementById('show-all')
const filter = () => {
  const wanted = buttons.filter((button) => button.ariaPressed === 'true').map((button) => button.dataset.filter)
  for (const each of tagged) {
    const kinds = each.dataset.has.split(' ')
    each.hidden = wanted.length > 0 && !wanted.some((kind) => kinds.includes(kind))
  }
  for (const head of document.querySelectorAll('.group')) {
    head.hidden = ![...head.parentElement.querySelectorAll('[data-has]')].some((row) => !row.hidden)
  }
  showAll.hidden = wanted.length === 0
  const shown = shownOnes().length
  document.querySelector('[role=status]').textContent =
    wanted.length === 0 ? '' : 'episodes shown: ' + shown + ' of ' + episodes.length
}
const clear = () => {
  for (const button of buttons) button.ariaPressed = 'false'
  filter()
}
const uncover = (hash) => {
  const to = placed(hash)
  if (!to || to.closest('[hidden]') === null) return false
  clear()
  return true
}
for (const button of buttons) button.addEventListener('click', () => {
  button.ariaPressed = String(button.ariaPressed !== 'true')
  filter()
})
if (buttons.length > 0) buttons[0].parentElement.hidden = false
showAll.addEventListener('click', () => {
  const at = seen()
  clear()
  at?.scrollIntoView({ behavior: 'instant' })
})
addEventListener('click', ({ target }) => {
  const link = target.closest?.('a[href^="#"]')
  if (link) uncover(link.getAttribute('href'))
}, true)
addEventListener('hashchange', () => { if (uncover(location.hash)) settle() })
`
