import { expect, it } from 'vitest'
import { m, rad } from '#base/units.js'
import { readLibrary } from '#app/policy.js'
import { playOnFloor } from '#lab/bench/floor/play-on-floor.js'
import type { LinkNote } from '#learning/episode.js'
import type { Pose } from '#base/field-map.js'
import { shippedField } from '../forecast/support/plans.js'

const field = shippedField('F1')
const library = readLibrary()

/** Stands at a zone for a while, is carried off meanwhile, and goes on to another one. */
async function carriedTo(pose: Pose) {
  const notes: LinkNote[] = []
  let carriedAt = Infinity
  let hasArrived = false
  const moved: number[] = []
  const { parts, world } = await playOnFloor({
    ...{ setup: field, library, seed: 1 },
    nodes:
      '<Sequence><MoveToZone zone="1"/><Delay delay_msec="6000"><AlwaysSuccess/></Delay>' +
      '<MoveToZone zone="2"/></Sequence>',
    onTurn: (ms, { parts, world }) => {
      if (!hasArrived) return
      if (carriedAt === Infinity) carriedAt = ms + 500
      if (ms >= carriedAt) {
        world.carry(pose)
        carriedAt = NaN
      }
      if (Number.isNaN(carriedAt) && parts.robot.state().robot.moving) moved.push(ms)
    },
    listen: (event) => {
      if (event.kind === 'feedback' && event.feedback.kind === 'done') hasArrived = true
      if (event.kind === 'link') notes.push(event.note)
    },
  })
  const [truth, belief] = [world.scene().robot.pose, parts.robot.state().robot.pose]
  const off = Math.hypot(truth.x - belief.x, truth.y - belief.y)
  return { notes: notes.map(({ text }) => text), off, moved, refusals: parts.refusals, truth }
}

it('a robot that is carried off while it stands finds out where it is, and goes on from there', async () => {
  const { notes, off, moved, truth } = await carriedTo({ x: m(2.1), y: m(1.2), theta: rad(0.2) })
  const said = notes.filter((text) => text.includes('where it is'))
  expect(said).toEqual([
    expect.stringMatching(/^the robot no longer knows where it is .*: it stands and looks for its place; /),
    expect.stringMatching(/^the robot has found out where it is: near \(2\.\d\d, 1\.\d\d\)$/),
  ])
  expect(moved.length).toBeGreaterThan(50)
  const zone = field.map.zones.find(({ id }) => id === 2)
  expect(Math.hypot(truth.x - Number(zone?.at.x), truth.y - Number(zone?.at.y))).toBeLessThan(0.3)
  expect(off).toBeLessThan(0.045)
})

it('a robot that cannot tell two places apart says so, and drives no further', async () => {
  const { notes, moved, refusals } = await carriedTo({ x: m(0.95), y: m(0.97), theta: rad(-1.3) })
  expect(notes.filter((text) => text.includes('no longer knows where it is'))).toHaveLength(1)
  expect(notes.filter((text) => text.includes('has found out'))).toEqual([])
  expect(moved).toEqual([])
  expect(refusals.map(({ checkId }) => checkId)).toContain('position-known')
})
