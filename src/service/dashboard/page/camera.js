import { byId, el, setText } from './elements.js'
import { currentAge } from './state.js'
import { age, isOldPicture } from './words.js'

/** between two pictures, ms: more would load the robot's computer and show nothing new */
const EVERY_MS = 500

const frame = byId('picture')
let wanted = ''
let asked = ''
let askedAt = -Infinity

/** @type {import('./main.js').Panel} */
export const camera = {
  parts: ['camera', 'picture'],
  draw({ snapshot, picture }) {
    const { state, text } = snapshot.camera
    frame.dataset['state'] = state
    wanted = picture?.id ?? ''
    if (picture !== null) frame.style.aspectRatio = `${picture.width} / ${picture.height}`
    if (frame.querySelector('img') === null) {
      const why = text === '' ? 'No picture yet.' : text
      frame.replaceChildren(el('p', { class: 'nothing' }, state === 'off' ? 'The camera is off.' : why))
    }
  },
  tick(state, now) {
    const { camera: report } = state.snapshot
    // a camera that captures only when the critic asks has no age of its own
    const known =
      currentAge(state, 'camera', report.ageMs, now) ?? currentAge(state, 'picture', state.picture && 0, now)
    frame.classList.toggle('old', isOldPicture(known))
    byId('camera-age').classList.toggle('old', isOldPicture(known))
    const when = known === null ? report.state : `${age(known)} old`
    const word = report.state === 'ok' || report.state === 'off' ? when : `${report.state} ${when}`
    setText(byId('camera-age'), report.source === 'auto' ? word : `${report.source} · ${word}`)
    if (wanted === asked || wanted === '' || now - askedAt < EVERY_MS) return
    ;[asked, askedAt] = [wanted, now]
    load(wanted)
  },
}

/** Shown once it has loaded, so that the previous picture stays until then. @param {string} id */
function load(id) {
  const image = new Image()
  image.alt = 'What the camera sees'
  image.addEventListener('load', () => frame.replaceChildren(image))
  image.src = `/api/picture.jpg?id=${encodeURIComponent(id)}`
}
