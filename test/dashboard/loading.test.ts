import { afterAll, expect, it, vi } from 'vitest'
import { PARTS } from './status-source.js'
import { fakeDocument, loadPage } from './fake-document.js'

const place = fakeDocument()
afterAll(() => vi.unstubAllGlobals())

interface Panel {
  draw(state: object): void
}
const { begin } = await loadPage<{ begin: (hello: object, now: number) => object }>('state.js')
const { camera } = await loadPage<{ camera: Panel }>('camera.js')
const { episodes } = await loadPage<{ episodes: Panel }>('episodes.js')

const run = { key: 'F1-s1-aaaa', episode: 1, field: 'F1' }
const snapshot = (parts: object = {}) => ({ ...PARTS, ...parts, alarms: [] })
const fresh = (parts: object = {}, picture: object | null = null) =>
  begin({ snapshot: snapshot(parts), log: [], pose: null, picture, samples: [] }, 0)

it('a page that waits for its first answers says that it is loading, not that there is nothing', () => {
  const waiting = fresh({ run, activity: 'running' })
  episodes.draw(waiting)
  expect(place('episodes').textContent).toContain('loading…')
  expect(place('episodes').textContent).not.toContain('no episode')
  episodes.draw({ ...waiting, episodes: [] })
  expect(place('episodes').textContent).toContain('no episode has ended yet')
  const idle = fresh()
  episodes.draw(idle)
  expect(place('episodes').textContent).toBe('loading…')
  episodes.draw({ ...idle, episodes: [] })
  expect(place('episodes').textContent).toBe('')
})

it('a picture that the service has is loading, and one that nobody has taken is missing', () => {
  const seen = (state: string, text: string, picture: object | null): string => {
    camera.draw(fresh({ camera: { ...PARTS.camera, state, text } }, picture))
    return place('picture').textContent
  }
  const picture = { id: 'f1', width: 4, height: 3 }
  expect(seen('ok', '', picture)).toBe('loading…')
  expect(seen('ok', '', null)).toBe('No picture yet.')
  expect(seen('lost', 'ffmpeg ended', null)).toBe('ffmpeg ended')
  expect(seen('off', '', null)).toBe('The camera is off.')
})
