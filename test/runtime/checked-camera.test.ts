import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { stream } from '#base/random.js'
import { ms } from '#base/units.js'
import type { Frame } from '#learning/ports.js'
import { checkedCamera, whyUnusable } from '#runtime/checked-camera.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'

const model = { ...MAST_CAMERA, width: 64, height: 48 }

function picture(seed: number, of: (value: number) => number = (value) => value, t = 0): Frame {
  const rng = stream(seed)
  const rgb = Uint8Array.from({ length: 3 * 64 * 48 }, () => of(40 + rng.int(160)))
  return { id: `f${seed}`, t: ms(t), width: 64, height: 48, rgb }
}

describe('a picture', () => {
  it('can be judged when it is of the right size, new, and neither dark nor bright', () => {
    expect(whyUnusable(picture(2), model, picture(1), 100)).toBeUndefined()
    for (const gain of [0.4, 0.7, 1.2])
      expect(
        whyUnusable(
          picture(1, (value) => value * gain),
          model,
          undefined,
          0,
        ),
      ).toBeUndefined()
  })

  it.each([
    ['black', picture(1, (value) => value * 0.03)],
    ['over-exposed', picture(1, (value) => Math.min(255, 200 + value))],
    ['one colour', picture(1, () => 120)],
    ['frozen', picture(7)],
    ['3.1 s old', picture(1, (value) => value, -3100)],
    ['32 × 48, not 64 × 48', { ...picture(1), width: 32 }],
    ['64 × 48', { ...picture(1), rgb: new Uint8Array(10) }],
  ])('cannot be judged when it is %s', (why, frame) => {
    expect(whyUnusable(frame, model, picture(7), 0)).toContain(why)
  })
})

describe('a checked camera', () => {
  const frames = (...given: readonly Frame[]) => {
    const rest = [...given]
    return checkedCamera({ model, capture: () => Promise.resolve(rest.shift() as Frame) }, new VirtualClock())
  }

  it('hands good pictures through as they are', async () => {
    const [first, second] = [picture(1), picture(2)]
    const camera = frames(first, second)
    expect([await camera.capture(), await camera.capture()]).toEqual([first, second])
  })

  it('says when the camera has frozen, and goes on when it comes back', async () => {
    const camera = frames(picture(1), picture(1), picture(2))
    await camera.capture()
    await expect(camera.capture()).rejects.toThrow('frozen')
    await expect(camera.capture()).resolves.toMatchObject({ id: 'f2' })
  })
})
