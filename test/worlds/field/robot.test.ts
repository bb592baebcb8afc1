import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import { DEGRADED_MS } from '#link/link-session.js'
import { timeLimit, wireCommand } from '#robots/field/wire.js'
import { dockPose, pushEnd } from '#twin/field/places.js'
import type { PermitId } from '#twin/permit.js'
import type { MotionCommand, Place } from '#twin/field/world.js'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { map, robot } from './documents.js'

const firmware = (file: string, pattern: RegExp): number =>
  Number(pattern.exec(readFileSync(join(REPO, 'firmware-protocol/core', file), 'utf8'))?.[1])

/** the worst places to start from: no pose of the field is farther from all docks */
const corners: readonly Pose[] = [0, map.size.x].flatMap((x) =>
  [0, map.size.y].map((y) => ({ x: m(x), y: m(y), theta: rad(0) })),
)

/** seconds: what the runtime waits for at most, for all commands of a step one after another */
const most = (...commands: readonly MotionCommand[]): number =>
  Math.max(...corners.map((from) => commands.reduce((sum, each) => sum + timeLimit(each, from), 0))) / 1000

const to = (place: Place): MotionCommand => {
  const pose = dockPose(map, place)
  if (pose === undefined) throw new Error('the place is not on the map')
  return { kind: 'move', to: place, pose }
}

describe('worlds/field/robot.yaml has the figures that the runtime and the controller use', () => {
  it('time limits, from the worst place of the field, rounded up to half a second', () => {
    const mask = '1111'
    const push: MotionCommand = {
      kind: 'push',
      from: dockPose(map, { kind: 'shelf' }) as Pose,
      to: pushEnd(map),
    }
    const limits = {
      MoveToZone: Math.max(...map.zones.map(({ id: zone }) => most(to({ kind: 'zone', zone })))),
      MoveToHome: most(to({ kind: 'home' })),
      LoadBlocks: most({ kind: 'grip', zone: 1, mask }),
      UnloadBlocks: most({ kind: 'release', zone: 2, mask }),
      RotateBlocks: most({ kind: 'rotate', mask }),
      MoveCursor: most(to({ kind: 'shelf' }), push),
    }
    const rounded = Object.entries(limits).map(([skill, limit]) => [skill, Math.ceil(2 * limit) / 2])
    const declared = [...robot.skills].map(([skill, { timeoutSeconds }]) => [skill, timeoutSeconds])
    expect(declared).toEqual(rounded)
  })

  it('the sensors on the wire are believed as long as the link counts as up, the camera as long as nothing is new', () => {
    const ages = [...robot.sensors].map(([name, { maxAgeSeconds }]) => [name, maxAgeSeconds])
    expect(ages).toEqual(ages.map(([name]) => [name, name === 'camera' ? Infinity : DEGRADED_MS / 1000]))
    expect(ages).toHaveLength(7)
  })

  it('it falls silent and stands as the firmware does', () => {
    expect(robot.safe.silenceSeconds).toBe(firmware('fw.h', /FW_HB_TIMEOUT_MS (\d+)u/) / 1000)
    const ramp = 1000 * firmware('fw_core.c', /#define RAMP ([\d.]+)f/)
    const drive = wireCommand(to({ kind: 'home' }), 1 as PermitId)
    const standing = drive.kind === 'moveTo' ? drive.vMax / ramp : NaN
    // and a tenth of a second until the command is there
    expect(robot.safe.stopSeconds).toBeCloseTo(standing + 0.1, 6)
  })

  it('is the virtual robot of the field, which nobody has to arm', () => {
    expect(robot.driver).toEqual({ kind: 'simulated', simulation: 'field', real: false })
  })
})
