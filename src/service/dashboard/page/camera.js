import { byId, el, setText } from './elements.js'
import { currentAge } from './state.js'
import { age, isOldPicture, noPictureInWords } from './words.js'

/** between two pictures, ms: more would load the robot's computer and show nothing new */
const EVERY_MS = 500

const frame = byId('picture')
let wanted = ''
let asked = ''
let askedAt = -Infinity
/** the newest picture that could not be loaded */
let failed = ''

/** @type {import('./main.js').Panel} */
export const camera = {
  parts: ['camera', 'picture'],
  draw({ snapshot, picture }) {
    frame.dataset['state'] = snapshot.camera.state
    wanted = picture?.id ?? ''
    if (picture !== null) frame.style.aspectRatio = `${picture.width} / ${picture.height}`
    if (frame.querySelector('img') === null) sayWhy(wordsFor(snapshot.camera, wanted))
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
  image.addEventListener('error', () => {
    failed = id
    if (frame.querySelector('img') === null) sayWhy(FAILED)
  })
  image.src = `/api/picture.jpg?id=${encodeURIComponent(id)}`
}

const FAILED = 'The picture could not be loaded.'

/** @param {import('#runtime/status/service-status.js').CameraReport} report @param {string} id of the newest picture */
const wordsFor = (report, id) => (id !== '' && id === failed ? FAILED : noPictureInWords(report, id !== ''))

/** @param {string} why there is no picture */
const sayWhy = (why) => frame.replaceChildren(el('p', { class: 'nothing' }, why))
