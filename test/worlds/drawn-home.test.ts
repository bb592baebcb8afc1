import { afterEach, describe, expect, it } from 'vitest'
import { sha256 } from '#base/hash.js'
import { DrawnAside, type DrawnAsideOptions } from '#app/world/side/drawn-aside.js'
import { homeView } from '#app/world/simulations/home.js'
import { HomeCamera } from '#simulation/camera/home-camera.js'
import { homeOf } from '../simulation/home/support.js'

const open: DrawnAside[] = []
afterEach(() => {
  for (const camera of open.splice(0)) camera.close()
})

/** A camera whose process is never quick enough: as on a computer that is busy with other things. */
function late(options: Pick<DrawnAsideOptions, 'live' | 'tell'>) {
  const home = homeOf()
  const camera = new DrawnAside(homeView(home, 3), { ...options, limitMs: 1 })
  open.push(camera)
  return { home, camera }
}

describe('a picture of the home on a computer that is too busy to draw it in time', () => {
  it('where time stands still, it is as if the computer were not busy', async () => {
    const said: string[] = []
    const { home, camera } = late({ live: false, tell: (text) => said.push(text) })
    const [taken, near] = [await camera.capture(), await new HomeCamera(home, 'overview', 3).capture()]
    expect({ ...taken, rgb: sha256(taken.rgb) }).toEqual({ ...near, rgb: sha256(near.rgb) })
    expect(said).toEqual([])
  }, 120_000)

  it('where time goes on, it is left out, and somebody hears of it', async () => {
    const said: string[] = []
    const { camera } = late({ live: true, tell: (text) => said.push(text) })
    await expect(camera.capture()).rejects.toThrow('the picture could not be drawn')
    expect(said).toEqual([expect.stringMatching(/^picture overview-0000 of second 0 is left out: /)])
  })
})

describe('a picture of the home that another process draws', () => {
  it('is the one that this process would have drawn', async () => {
    const home = homeOf()
    // live: what the other process did not draw is left out, and never drawn here instead
    const camera = new DrawnAside(homeView(home, 3), { live: true, tell: () => undefined, limitMs: 120_000 })
    open.push(camera)
    const [taken, near] = [await camera.capture(), await new HomeCamera(home, 'overview', 3).capture()]
    expect({ ...taken, rgb: sha256(taken.rgb) }).toEqual({ ...near, rgb: sha256(near.rgb) })
  }, 120_000)
})
