import type { CameraModel } from '#base/camera-model.js'
import { stream } from '#base/random.js'
import { ms } from '#base/units.js'
import type { Camera, Frame } from '#learning/ports.js'
import type { HomeWorld } from '../home/home.js'
import {
  AFTERNOON,
  headCamera,
  jittered,
  overviewCamera,
  renderHome,
  type HomeLight,
} from '../home/picture/home-picture.js'
import { DAYLIGHT } from '../field/render/look.js'
import { applySensor } from './sensor.js'

/** The pictures of a home: from above with the ceiling taken off, and from the robot's head. */
export const HOME_PICTURES = ['overview', 'head'] as const
export type HomePicture = (typeof HOME_PICTURES)[number]

/** The pose that a camera is meant to have now; that of a real one is a little off. */
function homeCameraModel(home: Pick<HomeWorld, 'scene'>, picture: HomePicture): CameraModel {
  const { shape, state } = home.scene()
  return picture === 'overview' ? overviewCamera(shape) : headCamera(state)
}

/**
 * One picture of the home now, with the light, the pose jitter and the noise of this seed. The mount and the lamp keep
 * their error for a whole run; the noise is new in every picture.
 */
export function homeFrame(
  home: Pick<HomeWorld, 'scene' | 'now'>,
  picture: HomePicture,
  seed: number,
  id: string,
): Frame {
  const model = homeCameraModel(home, picture)
  const rng = stream(seed, 'home-camera', picture)
  const camera = jittered(model, rng)
  const rgb = renderHome(home.scene(), camera, lightOf(seed))
  const look = {
    ...DAYLIGHT,
    vignette: 0.12,
    level: 1.05 + 0.05 * rng.normal(),
    kelvin: 6300 + 250 * rng.normal(),
  }
  applySensor(rgb, model.width, model.height, { look, seed: seed * 65_537 + home.now })
  return { id, t: ms(home.now), width: model.width, height: model.height, rgb }
}

/** A camera of the home as the rest of graft knows cameras. */
export class HomeCamera implements Camera {
  readonly #home: HomeWorld
  readonly #picture: HomePicture
  readonly #seed: number
  #count = 0

  constructor(home: HomeWorld, picture: HomePicture, seed: number) {
    this.#home = home
    this.#picture = picture
    this.#seed = seed
  }

  get model(): CameraModel {
    return homeCameraModel(this.#home, this.#picture)
  }

  /** The home is drawn before the call returns, so the picture shows the moment of the call. */
  capture(): Promise<Frame> {
    const id = `${this.#picture}-${String(this.#count++).padStart(4, '0')}`
    return Promise.resolve(homeFrame(this.#home, this.#picture, this.#seed, id))
  }
}

/** The sun is not where it was yesterday. */
function lightOf(seed: number): HomeLight {
  const rng = stream(seed, 'home-light')
  return {
    azimuth: AFTERNOON.azimuth + 12 * rng.normal(),
    elevation: Math.min(75, Math.max(48, AFTERNOON.elevation + 4 * rng.normal())),
    ambient: AFTERNOON.ambient,
  }
}
