import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import { FactEstimator } from '#robots/driver/fact-estimator.js'
import { TICK } from '../drivers/support/rig.js'
import { cart, NOBODY, seen, SENSING, SlowCart, WORLD, type Observer } from './support/slow-cart.js'

describe('what is believed after a skill', () => {
  const running = () => {
    const domain = cart()
    const estimator = new FactEstimator(domain, SENSING, NOBODY)
    const before = estimator.belief.facts
    const [go] = must(domain.intend({ skill: 'Go', args: { place: 'table' } }, before), 'go')
    if (go === undefined) throw new Error('no command')
    const { outcomes } = must(domain.judge(before, go), 'verdict')
    return { estimator, command: { begun: ms(0), before, outcomes, sees: [] } }
  }

  it('what was seen while it ran stays believed, and so does a broken constraint', () => {
    const { estimator, command } = running()
    estimator.observe(seen({ mug: 'sofa' }), ms(100), command)
    const since = estimator.observations
    estimator.observe(seen({ at: 'table' }), ms(200), command)
    estimator.conclude(command, since, true)
    expect(Object.fromEntries(estimator.belief.facts)).toMatchObject({
      at: 'table',
      mug: 'sofa',
      lamp: true,
      'never#0': true,
    })
  })

  it('a fact that the skill does not decide cannot hide what it does', () => {
    const { estimator, command } = running()
    estimator.observe(seen({ at: 'table', mug: 'dock' }), ms(200), command)
    estimator.conclude(command, 0, true)
    expect(Object.fromEntries(estimator.belief.facts)).toMatchObject({ mug: 'dock', lamp: true })
  })

  it('a skill that the sensors contradict has done nothing', () => {
    const { estimator, command } = running()
    estimator.observe(seen({ at: 'sofa' }), ms(200), command)
    estimator.conclude(command, 0, true)
    expect(Object.fromEntries(estimator.belief.facts)).toMatchObject({ at: 'sofa', lamp: false })
  })
})

const unsure = { facts: [{ fact: 'at', value: 'table', confidence: 0.1, ageMs: 0 }] }
/** believed by the robot file, and yet older than the whole episode */
const old = (at: string) => ({ facts: [{ fact: 'at', value: at, confidence: 1, ageMs: 4900 }] })

describe('a driver whose sensors are slow', () => {
  it.each([0, 60, 200, 300, 450, 520, 900])(
    'answers after %d ms: a skill that has done what it should is a success, whenever it ends',
    (latencyMs) => {
      for (let offset = 0; offset < 500; offset += TICK) {
        const robot = new SlowCart(latencyMs, 1000 + offset)
        expect(robot.end()).toEqual({ kind: 'done' })
        expect(robot.clock.now()).toBeGreaterThanOrEqual(1000 + offset + latencyMs)
      }
    },
  )

  it.each<[string, Observer]>([
    ['says nothing of what it sees', () => ({ facts: [] })],
    ['says all but what the skill has changed', () => seen({ mug: 'table' })],
    ['says what cannot be', () => seen({ at: 'the moon' })],
    ['is not sure', (at) => ({ facts: [{ fact: 'at', value: at, confidence: 0.2, ageMs: 0 }] })],
    ['shows what it should from before the skill began', () => old('table')],
    ['says what was long ago', (at) => ({ facts: [{ fact: 'at', value: at, confidence: 1, ageMs: 9000 }] })],
  ])('a step counts only with both: the driver says that it is done, and %s', (_, said) => {
    for (const world of [WORLD, WORLD.replace(', expected: [at = ?place]', '')]) {
      const robot = new SlowCart(60, 1000, said, { world })
      expect(robot.end()).toMatchObject({
        kind: 'eo_fail',
        text: expect.stringMatching(/was carried out, but the sensors do not show that/) as string,
      })
      expect(Object.fromEntries(robot.estimator.belief.facts)).toMatchObject({ at: 'dock', lamp: false })
    }
  })

  it.each<[string, Observer, RegExp]>([
    ['what is shown instead', () => seen({ at: 'sofa' }), /do not show that at = table: at is sofa$/],
    ['what is not shown', () => ({ facts: [] }), /: at was not seen since$/],
    [
      'a name that is none',
      (at) => seen({ a: at }),
      /; a reading is left out: there is no fact "a": known are at, mug, lamp$/,
    ],
    [
      'a value that cannot be',
      () => seen({ at: 'moon' }),
      /a reading is left out: at cannot be "moon": it is one of /,
    ],
    [
      'what is too old',
      () => old('table'),
      /a reading is left out: at = table is older than its command, 4900 ms$/,
    ],
    [
      'two things at once',
      () => ({ facts: [...seen({ at: 'table' }).facts, ...seen({ at: 'sofa' }).facts] }),
      /: at was not seen since; a reading is left out: at is given twice in one answer, with different values$/,
    ],
    [
      'what is not sure',
      () => unsure,
      /a reading is left out: at = table, certain to 0.1, 0 ms old; the robot file /,
    ],
  ])('says %s', (_, said, words) => {
    const end = new SlowCart(60, 1000, said).end()
    expect(end.kind === 'eo_fail' ? end.text : end.kind).toMatch(words)
  })

  it.each([60, 300, 900])(
    'answers after %d ms: a skill that failed ends when what it has left is seen, and that is believed by then',
    (latencyMs) => {
      for (let offset = 0; offset < 500; offset += 5 * TICK) {
        // until it ends it is only known to be under way, as what slips out of a gripper is
        const robot = new SlowCart(latencyMs, 1000 + offset, (at) =>
          seen({ at: at === 'dock' ? 'sofa' : at }),
        )
        robot.status = 'failed'
        expect(robot.end().kind).toBe('exec_fail')
        expect(robot.clock.now()).toBeGreaterThanOrEqual(1000 + offset + latencyMs)
        expect(robot.estimator.belief.facts.get('at')).toBe('table')
      }
    },
  )

  it('one that failed and shows nothing more ends all the same', () => {
    const robot = new SlowCart(60_000, 1000)
    robot.status = 'failed'
    expect(robot.end().kind).toBe('exec_fail')
    expect(robot.clock.now()).toBeLessThanOrEqual(1000 + 2500 + TICK)
  })

  const ELSEWHERE = WORLD.replace('start: table', 'start: dock')
  const MUG = ELSEWHERE.replace("effect: ['at := ?place', ", "effect: ['at := ?place', 'mug := ?place', ")
  const EITHER = ELSEWHERE.replace(
    "effect: ['at := ?place', 'lamp := true']",
    "effect: ['at := ?place'], outcomes: [{ effect: ['mug := ?place', 'lamp := true'] }, { effect: [] }]",
  )
  /** its second camera shows the mug from a later look on, and only what it has before it */
  const twoSensors = (looks: number): Observer => {
    let left = looks
    return (at) => seen(at === 'table' && left-- <= 0 ? { at, mug: at } : { at })
  }

  it.each([0, 1, 4])('waits for the slower of two sensors, %d looks behind the other', (looks) => {
    for (const world of [MUG, EITHER]) {
      const robot = new SlowCart(60, 1000, twoSensors(looks), { world })
      expect(robot.end()).toEqual({ kind: 'done' })
      const facts = Object.fromEntries(robot.estimator.belief.facts)
      expect(facts).toMatchObject({ at: 'table', mug: 'table', lamp: true })
    }
  })

  it('waits as long as the robot file says of the sensor, and no longer', () => {
    const robot = new SlowCart(60, 1000, twoSensors(25), { world: MUG })
    expect(robot.end()).toEqual({ kind: 'done' })
    expect(robot.clock.now()).toBeGreaterThan(2500)
    const never = new SlowCart(60, 1000, twoSensors(Infinity), { world: MUG })
    expect(never.end()).toMatchObject({ kind: 'eo_fail' })
    expect(never.clock.now()).toBeGreaterThan(4000)
    expect(never.clock.now()).toBeLessThan(4300)
    const other = new SlowCart(60, 1000, (at) => seen(at === 'table' ? {} : { at }))
    expect(other.end()).toMatchObject({ kind: 'eo_fail' })
    expect(other.clock.now()).toBeLessThan(1800)
  })

  it('takes what nothing has shown for unchanged, where an outcome leaves it as it was', () => {
    const robot = new SlowCart(60, 1000, undefined, { world: EITHER })
    expect(robot.end()).toEqual({ kind: 'done' })
    expect(Object.fromEntries(robot.estimator.belief.facts)).toMatchObject({ at: 'table', lamp: false })
  })

  it('has seen what came to be so while the skill ran and is out of sight at its end', () => {
    let looks = 0
    const robot = new SlowCart(60, 1000, (at) => seen(looks++ === 0 ? { mug: 'table' } : { at }), {
      world: MUG,
    })
    expect(robot.end()).toEqual({ kind: 'done' })
    expect(Object.fromEntries(robot.estimator.belief.facts)).toMatchObject({ mug: 'table', lamp: true })
  })

  it('needs no sensor for a fact that nobody knows afterwards', () => {
    const lost = WORLD.replace('skills:', '  key: { is: place, start: dock }\nskills:').replace(
      "effect: ['at",
      "effect: ['key := unknown', 'at",
    )
    const robot = new SlowCart(60, 1000, undefined, { world: lost })
    expect(robot.end()).toEqual({ kind: 'done' })
    expect(Object.fromEntries(robot.estimator.belief.facts)).toMatchObject({ key: '?', lamp: true })
  })
})
