import { readAddress, writeAddress } from './address.js'
import { fieldPainter } from './field-map.js'
import { stateAt, timesOf } from './moments.js'

/** @typedef {import('#report/scrubber/changes.js').ScrubData} ScrubData */

/** Signs in addition to the colours, so that nothing depends on telling green from red. */
/** @type {Readonly<Record<string, string>>} */
const SIGNS = { IDLE: '·', RUNNING: '▶', SUCCESS: '✓', FAILURE: '✗', SKIPPED: '↷' }
/** ms that an arrow key moves, and with Shift: a turn of the reflex loop */
const [STEP, TURN] = [100, 20]
/** how much faster than the episode it is played */
const SPEED = 4

/** Makes one episode's scrubber work. @param {Element} section */
function setUp(section) {
  /** @type {ScrubData} */
  const data = JSON.parse(section.querySelector('script')?.textContent ?? '')
  const slider = /** @type {HTMLInputElement} */ (section.querySelector('input'))
  const play = /** @type {HTMLButtonElement} */ (section.querySelector('.scrub-play'))
  const draw = painter(section, data)
  const times = timesOf(data)
  const note = noter(section, () => (Number(slider.value) - data.from) / 1000)
  let playing = 0

  /** @param {number} t */
  const show = (t) => {
    slider.value = String(Math.min(Math.max(t, data.from), data.to))
    draw(slider, Number(slider.value))
  }
  const stop = () => {
    cancelAnimationFrame(playing)
    playing = 0
    play.setAttribute('aria-pressed', 'false')
  }
  const start = () => {
    play.setAttribute('aria-pressed', 'true')
    const from = Number(slider.value) >= data.to ? data.from : Number(slider.value)
    /** @type {number | undefined} */
    let began
    /** @param {number} now */
    const frame = (now) => {
      began ??= now
      show(from + (now - began) * SPEED)
      if (Number(slider.value) >= data.to) stop()
      else playing = requestAnimationFrame(frame)
    }
    playing = requestAnimationFrame(frame)
  }
  /** @param {number} way 1: to the next change of the tree, −1: to the one before */
  const jump = (way) => {
    const now = Number(slider.value)
    const next = way > 0 ? times.find((t) => t > now) : times.findLast((t) => t < now)
    show(next ?? (way > 0 ? data.to : data.from))
  }

  slider.addEventListener('input', () => {
    stop()
    show(Number(slider.value))
    note()
  })
  slider.addEventListener('keydown', (event) => {
    // where the slider stands there already, no input follows
    if (event.key === 'Home' || event.key === 'End') stop()
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    const leap = { PageUp: 1, PageDown: -1 }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey || (way ?? leap) === undefined) return
    event.preventDefault()
    stop()
    if (leap !== undefined) jump(leap)
    else show(Number(slider.value) + (way ?? 0) * (event.shiftKey ? TURN : STEP))
    note()
  })
  play.addEventListener('click', () => {
    if (playing === 0) return start()
    stop()
    note()
  })
  for (const button of section.querySelectorAll('[data-jump]'))
    button.addEventListener('click', () => {
      stop()
      jump(Number(button.getAttribute('data-jump')))
      note()
    })
  followChart(section, (share) => {
    stop()
    show(data.from + share * Number(slider.dataset['end']))
    note()
  })
  show(data.from)
  follow(section, (seconds) => {
    stop()
    show(data.from + seconds * 1000)
  })
}

/**
 * Keeps the moment in the address, so that it can be sent and comes back: `#episode-3@20.400`, seconds since the first
 * tick. Written once the person pauses, as a browser takes only so many in a row.
 * @param {Element} section @param {() => number} seconds
 */
function noter(section, seconds) {
  const id = section.closest('article')?.id ?? ''
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting
  // whoever follows a link meanwhile is where the link leads
  addEventListener('hashchange', () => clearTimeout(waiting))
  return () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      // a filter that was chosen meanwhile hides this episode: the address is the filter's
      if (section.closest('[hidden]') !== null) return
      const { only } = readAddress(location.hash)
      history.replaceState(null, '', writeAddress({ place: id, seconds: seconds(), only }))
    }, 250)
  }
}

/**
 * Goes to the moment that the address names, now and whenever it changes.
 * @param {Element} section @param {(seconds: number) => void} go
 */
function follow(section, go) {
  const id = section.closest('article')?.id
  const look = () => {
    const { place, seconds } = readAddress(location.hash)
    if (place !== id || seconds === undefined) return
    go(seconds)
    section.scrollIntoView({ behavior: 'instant' })
  }
  addEventListener('hashchange', look)
  addEventListener('load', look)
  look()
}

/**
 * What shows a moment: the tree, the picture, the map, the beliefs and the lines in the charts.
 * @param {Element} section @param {ScrubData} data
 */
function painter(section, data) {
  const rows = [...section.querySelectorAll('.scrub-tree li')]
  const facts = [...section.querySelectorAll('.scrub-facts dd')]
  const sayings = [...section.querySelectorAll('.scrub-said-last dd')]
  const marks = [...section.querySelectorAll('.scrub-mark')]
  const lines = [...(section.closest('article')?.querySelectorAll('.scrub-now') ?? [])]
  const picture = pictureOf(section)
  const drawField = fieldPainter(section, data)
  /** @param {string} selector @param {string} text */
  const write = (selector, text) => setText(section.querySelector(selector), text)
  /** @param {HTMLInputElement} slider @param {number} t */
  return (slider, t) => {
    const { tree, pose, facts: believed, marks: seen, unit, frame, said } = stateAt(data, t)
    const since = ((t - data.from) / 1000).toFixed(2)
    write('.scrub-time', `${since} s`)
    write('.scrub-unit', unit)
    write('.scrub-at', `${(t / 1000).toFixed(2)}s`)
    slider.setAttribute('aria-valuetext', `${since} seconds${unit === '' ? '' : `, ${unit}`}`)
    rows.forEach((row, i) => paintRow(row, tree.get(i) ?? 'IDLE'))
    /** @param {string} status */
    const lowest = (status) => rows.findLast((_, i) => tree.get(i) === status)
    keepInView(lowest('RUNNING') ?? lowest('FAILURE'))
    facts.forEach((fact, i) => {
      const text = believed.get(i) ?? ''
      setText(fact, text)
      fact.parentElement?.toggleAttribute('hidden', text === 'no' || text === '')
    })
    const not = facts.filter(({ textContent }) => textContent === 'no').length
    write(
      '.scrub-not',
      not === 0 ? '' : `${not} more ${not === 1 ? 'fact is' : 'facts are'} believed not to be so.`,
    )
    sayings.forEach((saying, i) => setText(saying, said.get(i) ?? 'nothing so far'))
    marks.forEach((mark, i) => mark.classList.toggle('on', seen.has(i)))
    write('.scrub-pose', pose === null ? '' : poseText(pose))
    drawField(
      new Map(
        facts.map((fact, i) => [fact.previousElementSibling?.textContent ?? '', believed.get(i) ?? '']),
      ),
      pose,
    )
    picture(frame)
    const share = Math.min(1, (t - data.from) / Number(slider.dataset['end']))
    for (const line of lines) {
      const [from, width] = (line.getAttribute('data-axis') ?? '0 0').split(' ').map(Number)
      for (const end of ['x1', 'x2']) line.setAttribute(end, `${(from ?? 0) + share * (width ?? 0)}%`)
    }
  }
}

/** @param {Element | null} element @param {string} text */
function setText(element, text) {
  if (element !== null && element.textContent !== text) element.textContent = text
}

/** @param {{ readonly x: number, readonly y: number, readonly degrees: number }} pose */
const poseText = ({ x, y, degrees }) =>
  `x ${decimals(x, 3)} m, y ${decimals(y, 3)} m, ${decimals(degrees, 1)}°`

/** Without the sign of what is rounded to nothing. @param {number} value @param {number} digits */
const decimals = (value, digits) => value.toFixed(digits).replace(/^-(?=[0.]+$)/, '')

/** @param {Element} row @param {string} status */
function paintRow(row, status) {
  if (row.getAttribute('data-status') === status) return
  row.setAttribute('data-status', status)
  const [sign, , said] = row.children
  if (sign) sign.textContent = SIGNS[status] ?? ''
  if (said) said.textContent = status === 'IDLE' ? ', not running' : `, ${status.toLowerCase()}`
}

/** Keeps the running leaf in view, unless somebody is reading another part. @param {Element | undefined} row */
function keepInView(row) {
  const box = row?.closest('.scrub-tree')
  if (!(row instanceof HTMLElement) || !(box instanceof HTMLElement) || box.matches(':hover, :focus')) return
  const top = row.offsetTop - box.offsetTop
  if (top < box.scrollTop + 20) box.scrollTop = top - 20
  else if (top + row.offsetHeight > box.scrollTop + box.clientHeight - 20)
    box.scrollTop = top + row.offsetHeight + 20 - box.clientHeight
}

/** Shows the picture with this id, with the critic's marks, as in the film strip. @param {Element} section */
function pictureOf(section) {
  const place = section.querySelector('.scrub-picture')
  const film = new Map(
    [...(section.closest('article')?.querySelectorAll('.film [data-frame]') ?? [])].map((shot) => [
      shot.getAttribute('data-frame'),
      shot,
    ]),
  )
  /** @type {string | undefined} */
  let shown
  /** @param {string} id */
  return (id) => {
    if (place === null || id === shown) return
    shown = id
    place.setAttribute('data-frame', id)
    const shot = film.get(id)
    const none = document.createElement('p')
    none.className = 'quiet'
    none.textContent = id === '' ? 'No picture has been taken yet.' : `Picture ${id} is not in this report.`
    place.replaceChildren(...(shot ? [...shot.children].map((child) => child.cloneNode(true)) : [none]))
  }
}

/**
 * A press on the chart of the timeline goes to that moment.
 * @param {Element} section @param {(share: number) => void} go
 */
function followChart(section, go) {
  for (const line of section.closest('article')?.querySelectorAll('.scrub-now') ?? []) {
    const svg = /** @type {SVGGElement} */ (line).ownerSVGElement
    svg?.addEventListener('click', ({ clientX }) => {
      const { left, width } = svg.getBoundingClientRect()
      const [from, length] = (line.getAttribute('data-axis') ?? '0 1').split(' ').map(Number)
      go((((clientX - left) / width) * 100 - (from ?? 0)) / (length ?? 1))
    })
  }
}

for (const section of document.querySelectorAll('.scrub')) setUp(section)
