import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { ms } from '#base/units.js'
import type { Camera } from '#learning/ports.js'
import type { FaceReading } from '#robots/field/skills/host.js'
import { FaceWorker } from '#runtime/field/face-worker.js'
import type { CameraBump } from '#simulation/camera/bump.js'
import { SimCamera } from '#simulation/camera/sim-camera.js'
import { bump, degrees } from '../critic/support/bumps.js'
import { MAP, sceneAtStart } from '../critic/support/field.js'

const scene = sceneAtStart(['0101', '0000', '1111', '0011'])

function watching(knock?: CameraBump, tolerance?: number) {
  const clock = new VirtualClock()
  const sim = new SimCamera({ scene: () => scene, clock, seed: 4, ...(knock && { bump: knock }) })
  const camera: Camera = {
    model: { ...sim.model, ...(tolerance !== undefined && { tolerance }) },
    capture: () => sim.capture(),
  }
  const faces = new FaceWorker(MAP, camera)
  const read = async (zone: number): Promise<FaceReading> => {
    faces.read(zone)
    await faces.whenIdle()
    return faces.read(zone)
  }
  return { clock, faces, read }
}

describe('faces are read only by a camera that is where it was measured', () => {
  it('and by one that was bumped by less than the limit', async () => {
    const nudge = bump({ shift: { right: 2, down: -2 }, roll: degrees(0.2) })
    for (const { faces, read } of [watching(), watching(nudge)]) {
      expect(await read(1)).toEqual({ state: 'ready', mask: '0101' })
      expect(await read(7)).toEqual({ state: 'ready', mask: '0011' })
      const infos = await faces.blockInfo()
      expect(infos).toHaveLength(16)
      expect(infos.filter(({ faceUp }) => faceUp === 'unknown')).toEqual([])
    }
  })

  it('not by one that was bumped by more, or whose picture does not tell; the text says what to do', async () => {
    const bumped = watching(bump({ shift: { right: 9, down: 0 } }))
    const away = watching(bump({ shift: { right: 70, down: 0 } }))
    for (const { faces, read } of [bumped, away]) {
      const reading = await read(1)
      expect(reading.state).toBe('failed')
      expect(reading.state === 'failed' && reading.text).toMatch(/expected .*, got .*; .*measure it anew/)
      const infos = await faces.blockInfo()
      expect(infos).toHaveLength(16)
      expect(infos.filter(({ faceUp, conf }) => faceUp !== 'unknown' || conf !== 0)).toEqual([])
    }
  })

  it('from the moment of the knock on, and not again in this episode', async () => {
    const { clock, read } = watching(bump({ from: ms(1000), tilt: degrees(1) }))
    expect((await read(1)).state).toBe('ready')
    clock.advance(1000)
    expect((await read(1)).state).toBe('failed')
    expect((await read(7)).state).toBe('failed')
  })

  it('unless the camera file allows more', async () => {
    const { read } = watching(bump({ shift: { right: 9, down: 0 } }), 12)
    expect(await read(1)).toEqual({ state: 'ready', mask: '0101' })
  })
})
