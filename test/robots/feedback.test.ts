import { describe, expect, it } from 'vitest'
import type { TickStatus } from '#bt/status.js'
import { map, zoneAt } from '../twin/field.js'
import { FieldPlant } from './support/field-plant.js'
import { Rig, treeOf } from './support/rig.js'

const rig = () => new Rig(map, new FieldPlant(map)).armed()
const LOADED = '<MoveToZone zone="1"/><LoadBlocks/>'
const run = (r: Rig<FieldPlant>, body: string, during?: (seconds: number) => void): TickStatus =>
  r.run(treeOf(`<Sequence>${body}</Sequence>`), during).status

describe('MOD-12: four kinds of feedback, each with a reminder of place and load', () => {
  it('done', () => {
    const r = rig()
    expect(run(r, LOADED)).toBe('SUCCESS')
    expect(r.feedback.at(-1)).toMatchObject({
      kind: 'done',
      reminder: 'the robot is at load zone 1 with a block of zone 1 in each of cups 0, 1, 2 and 3',
    })
  })

  it('twin_reject: nothing reaches the wire, the gate records the refusal', () => {
    const r = rig()
    expect(run(r, `${LOADED}<UnloadBlocks/>`)).toBe('FAILURE')
    expect(r.feedback.at(-1)).toMatchObject({
      kind: 'twin_reject',
      skill: 'UnloadBlocks',
      text: expect.stringContaining('move to an unload zone before UnloadBlocks') as string,
    })
    expect(r.refusals).toMatchObject([
      { nodePath: '/2', command: 'release 1111 into zone 1', checkId: 'at-unload-zone' },
    ])
    expect(r.commands()['release']).toBeUndefined()
  })

  it('exec_fail: the controller could not, with what it measured (AMB-11)', () => {
    const r = rig()
    r.plant.leaking.add(2)
    expect(run(r, LOADED)).toBe('FAILURE')
    expect(r.feedback.at(-1)).toMatchObject({
      kind: 'exec_fail',
      text: 'the controller could not grip 1111 from zone 1: there is no vacuum under cup 2',
      reminder: 'the robot is at load zone 1 with a block of zone 1 in each of cups 0, 1 and 3',
    })
  })

  it('eo_fail: the controller says done, the sensors do not show it', () => {
    const r = rig()
    let begun = Infinity
    const status = run(r, `${LOADED}<RotateBlocks mask="0100"/><MoveToZone zone="2"/>`, (seconds) => {
      if (r.sent.at(-1)?.kind === 'rotate') begun = Math.min(begun, seconds)
      if (seconds > begun + 1) r.plant.drop(1)
    })
    expect(status).toBe('FAILURE')
    expect(r.feedback.at(-1)).toMatchObject({
      kind: 'eo_fail',
      skill: 'RotateBlocks',
      text: 'to rotate 0100 was carried out, but the sensors do not show that cup 1 holds a block',
    })
  })

  it('MOD-13: carried out but not as expected: the step does not count and the next one is not begun', () => {
    const r = rig()
    run(r, `${LOADED}<RotateBlocks mask="1111"/><MoveToZone zone="2"/>`, (seconds) => {
      if (seconds > 9) r.plant.drop(0)
    })
    expect(r.feedback.map(({ skill, kind }) => `${skill} ${kind}`)).toEqual([
      'MoveToZone done',
      'LoadBlocks done',
      'RotateBlocks eo_fail',
    ])
    expect(r.commands()['moveTo']).toBe(1)
  })

  it('an action that hangs is stopped and given up', () => {
    const r = rig()
    const far = '<MoveToZone zone="8"/>'
    r.plant.jammed = true
    expect(run(r, far)).toBe('FAILURE')
    expect(r.feedback.at(-1)).toMatchObject({
      kind: 'exec_fail',
      text: expect.stringContaining('no progress') as string,
    })
  })
})

describe('MOD-14: drift', () => {
  it('a block dropped on the way is seen within one telemetry period of the cup losing its vacuum', () => {
    const r = rig()
    let dropped = Infinity
    run(r, `${LOADED}<MoveToZone zone="2"/><UnloadBlocks/>`, (seconds) => {
      if (dropped === Infinity && seconds > 8.5) {
        dropped = r.clock.now()
        r.plant.drop(3)
      }
    })
    expect(r.drifts).toMatchObject([{ kind: 'block-lost', cup: 3, held: { from: 1, slot: 3 } }])
    expect((r.drifts[0]?.t ?? Infinity) - dropped).toBeLessThanOrEqual(40)
    const release = r.sent.find(({ kind }) => kind === 'release')
    expect(release).toMatchObject({ mask: 0b0111 })
    expect(
      r.robot
        .state()
        .zones.get(2)
        ?.slots.map((slot) => slot !== null),
    ).toEqual([true, true, true, false])
  })
})

describe('AMB-16, VRL-30: a transaction repeats only what is needed', () => {
  const transaction =
    '<RetryUntilSuccessful num_attempts="2"><Sequence><MoveToZone zone="1"/><SubTree ID="LoadBlocksSequence"/>' +
    '<MoveToZone zone="2"/><SubTree ID="UnloadBlocksSequence"/></Sequence></RetryUntilSuccessful>'

  it('unloading failed once: the blocks are not loaded again, no second grip reaches the wire', () => {
    const r = rig()
    for (const cup of [0, 1, 2, 3] as const) r.plant.sticking.add(cup)
    const status = run(r, transaction, () => {
      if (r.feedback.some(({ kind }) => kind === 'exec_fail')) r.plant.sticking.clear()
    })
    expect(status).toBe('SUCCESS')
    expect(r.commands()).toMatchObject({ moveTo: 4, grip: 1, release: 2 })
    expect(r.feedback[3]?.text).toBe(
      'the controller could not release 1111 into zone 2: a block still hangs under cups 0, 1, 2 and 3',
    )
    expect(r.feedback.map(({ skill, kind }) => `${skill} ${kind}`)).toEqual([
      'MoveToZone done',
      'LoadBlocks done',
      'MoveToZone done',
      'UnloadBlocks exec_fail',
      'MoveToZone done',
      'LoadBlocks done',
      'MoveToZone done',
      'UnloadBlocks done',
    ])
  })

  it('one cup let go late: only that cup is released again', () => {
    const r = rig()
    r.plant.sticking.add(2)
    run(r, transaction, () => {
      if (r.feedback.some(({ kind }) => kind === 'exec_fail')) r.plant.sticking.clear()
    })
    expect(r.sent.filter(({ kind }) => kind === 'release')).toMatchObject([
      { mask: 0b1111 },
      { mask: 0b0100 },
    ])
    expect(r.plant.blocks.get(2)?.size).toBe(4)
  })

  it('one cup did not grip: only that cup grips again', () => {
    const r = rig()
    r.plant.leaking.add(1)
    run(r, transaction, () => {
      if (r.feedback.some(({ kind }) => kind === 'exec_fail')) r.plant.leaking.clear()
    })
    expect(r.sent.filter(({ kind }) => kind === 'grip')).toMatchObject([{ mask: 0b1111 }, { mask: 0b0010 }])
    expect(r.robot.state().robot.place).toEqual(zoneAt(2))
    expect(r.plant.blocks.get(2)?.size).toBe(4)
  })
})
