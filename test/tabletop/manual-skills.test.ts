import { afterEach, describe, expect, it } from 'vitest'
import { forward } from '#tabletop/arm/kinematics.js'
import type { Vector } from '#tabletop/arm/pose.js'
import type { SkillParams } from '#tabletop/skills/run-skill.js'
import type { Tabletop } from '#tabletop/tabletop.js'
import { needs } from '../needs/needs.js'
import { act, seen, tableOf } from './support.js'

let table: Tabletop | undefined
afterEach(() => {
  table?.close()
  table = undefined
})

/** Where the gripper really is, millimetres. */
const gripper = ({ physics }: Tabletop): Vector => {
  const [x, y, z] = forward(physics.joints).position
  return [1000 * x, 1000 * y, 1000 * z]
}
const jog = (table: Tabletop, by: SkillParams) =>
  act(table, 'Jog', { forward: 'none', left: 'none', up: 'none', turn: 'none', ...by })

/** Turns the fingers along the sides of a cube and brings them around it, in steps that the skill can make. */
function over(table: Tabletop, item: string): void {
  const at = table.known.items.get(item)?.position ?? [0, 0, 0]
  const yaw = (table.known.yaw(item) * 180) / Math.PI
  expect(jog(table, { turn: yaw - 90 * Math.round(yaw / 90) })).toEqual({ status: 'ok' })
  const goal = [1000 * at[0], 1000 * at[1], 20] as const
  for (const axes of [[0, 1], [2]])
    for (let tries = 0; tries < 20; tries++) {
      const left = gripper(table).map((here, axis) => (axes.includes(axis) ? (goal[axis] ?? 0) - here : 0))
      if (Math.hypot(...left) < 1) break
      const [forward = 0, aside = 0, up = 0] = left.map((mm) => Math.max(-50, Math.min(50, mm)))
      expect(jog(table, { forward, left: aside, up })).toEqual({ status: 'ok' })
    }
}

describe('the skills for a person who drives the arm by hand', needs('MuJoCo'), () => {
  it('Jog moves the gripper along a line, and leaves it there', async () => {
    table = await tableOf()
    const from = gripper(table)
    expect(jog(table, { forward: 20, left: -30, up: -10 })).toEqual({ status: 'ok' })
    const to = gripper(table)
    const moved = to.map((mm, axis) => mm - (from[axis] ?? 0))
    for (const [axis, mm] of [20, -30, -10].entries()) expect(moved[axis]).toBeCloseTo(mm, 0)
    const before = forward(table.physics.joints).rotation
    expect(jog(table, { turn: 45 })).toEqual({ status: 'ok' })
    const after = forward(table.physics.joints).rotation
    // the angle between the fingers' directions before and after
    const cosine = [0, 1, 2].reduce((sum, row) => sum + (before[row]?.[1] ?? 0) * (after[row]?.[1] ?? 0), 0)
    expect((Math.acos(cosine) * 180) / Math.PI).toBeCloseTo(45, 0)
    expect(Math.hypot(...gripper(table).map((mm, axis) => mm - (to[axis] ?? 0)))).toBeLessThan(1)
  })

  it('Grip holds what is between the fingers, and lets it go where nobody knows before it is seen', async () => {
    table = await tableOf({ seed: 'a' })
    table.look()
    expect(act(table, 'Grip', { closed: false })).toEqual({ status: 'ok' })
    over(table, 'red_cube')
    expect(act(table, 'Grip', { closed: true })).toEqual({ status: 'ok' })
    expect(table.truth().get('location(red_cube)')).toBe('gripper')
    expect(seen(table).get('location(red_cube)')).toBe('gripper')
    // its grip may not be pushed into the table
    expect(jog(table, { up: -20 })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('table') as string,
    })
    expect(jog(table, { up: 40 })).toEqual({ status: 'ok' })
    expect(1000 * table.physics.item('red_cube').position[2]).toBeGreaterThan(50)
    expect(act(table, 'Grip', { closed: false })).toEqual({ status: 'ok' })
    expect(table.truth().get('location(red_cube)')).toBe('table')
    expect(seen(table).get('location(red_cube)')).not.toBe('gripper')
  })

  it('keep the distance of every motion: a way into the table is refused before it begins', async () => {
    table = await tableOf()
    const heights: number[] = []
    let outcome = jog(table, { up: -50 })
    for (let steps = 0; steps < 10 && outcome.status === 'ok'; steps++) {
      heights.push(gripper(table)[2])
      outcome = jog(table, { up: -50 })
    }
    expect(heights.length).toBeGreaterThan(4)
    expect(outcome).toMatchObject({
      reason: expect.stringMatching(/mm of the table|from the table/) as string,
    })
    // nothing moved for the step that was not made
    expect(gripper(table)[2]).toBeCloseTo(heights.at(-1) ?? NaN, 0)
  })
})
