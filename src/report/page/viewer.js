/** Shows a picture large. */

const viewer = /** @type {HTMLDialogElement} */ (document.getElementById('viewer'))
const shots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.shot')])
let enlarged = -1

export const isOpen = () => viewer.open

/** The picture after the one that is shown, or with −1 the one before. @param {number} step */
export const showNeighbour = (step) => enlarge(enlarged + step)

/** @param {number} i */
function enlarge(i) {
  const shot = shots[i]
  if (shot === undefined) return
  enlarged = i
  viewer.replaceChildren(...[...shot.children].map((child) => child.cloneNode(true)))
  if (!viewer.open) viewer.showModal()
}

shots.forEach((shot, i) => {
  shot.tabIndex = 0
  shot.addEventListener('click', () => enlarge(i))
  shot.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') enlarge(i)
  })
})
viewer.addEventListener('click', () => viewer.close())
