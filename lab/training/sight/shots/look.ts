import { stream, type Rng } from '#base/random.js'
import type { CameraView, Lights, Picture } from '#simulation/render/scene.js'
import type { Joints } from '#tabletop/arm/kinematics.js'
import { wristCamera } from '#tabletop/sight/wrist-camera.js'
import { hung, MAST } from '#tabletop/sight/mast-camera.js'

/** How a picture was taken: where the camera really hung, the light, and what the sensor made of it. */
export interface Look {
  readonly view: CameraView
  readonly lights: Lights
  /** factors on red, green and blue: brightness and tint */
  readonly gains: readonly [number, number, number]
  readonly noise: { readonly seed: number; readonly sigma: number }
  readonly depth: Rng
}

/** A light, a tint, noise and a camera that hangs up to some millimetres off, as a room has them. */
export function drawLook(seed: string): Look {
  const rng = stream(seed, 'look')
  const between = (from: number, to: number): number => from + (to - from) * rng.next()
  const [level, warm, soft] = [between(0.65, 1.15), between(-0.12, 0.12), between(0.75, 1.2)]
  const tint = (): number => between(0.93, 1.07)
  const exposure = between(0.85, 1.1)
  const angle = between(0, 2 * Math.PI)
  const slope = between(0.1, 0.8)
  // it hangs up to twice as far off as that of the tabletop itself
  const once = hung(MAST, stream(seed, 'mast'))
  return {
    view: hung(once, stream(seed, 'mast again')),
    lights: {
      direction: [slope * Math.cos(angle), slope * Math.sin(angle), -1],
      key: [0.84 * level * (1 + warm), 0.8 * level, 0.74 * level * (1 - warm)],
      sky: [0.4 * soft * (1 + warm / 2), 0.42 * soft, 0.46 * soft * (1 - warm / 2)],
      ground: [0.24, 0.23, 0.22],
      softness: between(0.03, 0.12),
    },
    gains: [exposure * tint(), exposure * tint(), exposure * tint()],
    noise: { seed: rng.int(1e6), sigma: between(1, 4) },
    depth: stream(seed, 'depth'),
  }
}

/** The same for a picture of the camera on the gripper, in the same light. @param joints of the arm that holds it */
export function drawWristLook(seed: string, joints: Joints, index: number): Omit<Look, 'lights'> {
  const own = drawLook(`${seed}/wrist/${index}`)
  const view = wristCamera(joints, WRIST_SIZE)
  const once = hung(view, stream(seed, 'wrist'))
  return { ...own, view: hung(once, stream(seed, 'wrist', index)) }
}

const WRIST_SIZE = { width: 320, height: 240 }

/** Brightness and tint of the sensor, in place. */
export function expose({ rgb }: Picture, gains: Look['gains']): void {
  for (let at = 0; at < rgb.length; at++)
    rgb[at] = Math.min(255, Math.round((rgb[at] ?? 0) * (gains[at % 3] ?? 1)))
}
