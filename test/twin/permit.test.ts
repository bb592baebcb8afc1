import { describe, expect, expectTypeOf, it } from 'vitest'
import { next } from '#twin/field/belief.js'
import { ms } from '#base/units.js'
import * as room from '#twin/permit.js'
import { fieldPermits, type FieldPermits } from '#twin/field/judge.js'
import { PERMIT_TTL, type Permit } from '#twin/permit.js'
import { must } from '#base/result.js'
import { grip, map, move, start, zoneAt } from './field.js'

const command = move(zoneAt(1))
const other = move(zoneAt(2))
const granted = (office: FieldPermits, now = 0): Permit =>
  must(office.request(start, command, ms(now)), 'a legal move').permit

describe('law 2: a permit cannot be made elsewhere', () => {
  const drive = (permit: Permit): Permit => permit
  const genuine = granted(fieldPermits(map))

  it('does not compile as a literal, a subclass or a spread', () => {
    // @ts-expect-error a literal lacks the private field
    drive({})
    // @ts-expect-error a literal with plausible fields is no better
    drive({ id: 1, hash: '', rev: 0, expires: 1e9, used: false })
    // @ts-expect-error a spread of a genuine permit loses the private field
    drive({ ...genuine })
    // @ts-expect-error the class is not exported as a value: there is no constructor to call
    expect(() => new Permit({}) as unknown).toThrow()
    const subclass = (): unknown => {
      // @ts-expect-error and none to extend
      return class extends Permit {}
    }
    expect(subclass).toThrow()
    expectTypeOf<{ id: number }>().not.toExtend<Permit>()
  })

  it('exports nothing that makes one but the office', () => {
    expect(Object.keys(room).sort()).toEqual([
      'PERMIT_TTL',
      'PermitOffice',
      'commandHash',
      'describePermitError',
    ])
  })

  it('is refused at run time when its type was lied about', () => {
    const office = fieldPermits(map)
    const permit = granted(office)
    const stranger = granted(fieldPermits(map))
    const copies: unknown[] = [
      {},
      null,
      42,
      { ...permit },
      Object.create(permit),
      Object.assign(Object.create(null) as object, permit),
      Object.create(Object.getPrototypeOf(permit) as object),
      stranger,
    ]
    for (const copy of copies) {
      expect(office.redeem(copy as Permit, command, start, ms(1))).toEqual({
        ok: false,
        error: { kind: 'forged' },
      })
    }
    expect(office.redeem(permit, command, start, ms(1)).ok).toBe(true)
  })
})

describe('law 2: a permit is for one command, one state, one use, a short time', () => {
  it('is redeemed once; a replay is refused', () => {
    const office = fieldPermits(map)
    const permit = granted(office)
    expect(office.redeem(permit, command, start, ms(0))).toEqual({ ok: true, value: 1 })
    expect(office.redeem(permit, command, start, ms(0))).toMatchObject({
      ok: false,
      error: { kind: 'replayed', id: 1 },
    })
  })

  it('expires', () => {
    const office = fieldPermits(map)
    expect(office.redeem(granted(office), command, start, ms(PERMIT_TTL - 1)).ok).toBe(true)
    expect(office.redeem(granted(office), command, start, ms(PERMIT_TTL + 5))).toMatchObject({
      error: { kind: 'expired', lateBy: 5 },
    })
  })

  it('is no good for another command, and stays good for its own', () => {
    const office = fieldPermits(map)
    const permit = granted(office)
    expect(office.redeem(permit, other, start, ms(0))).toMatchObject({ error: { kind: 'mismatched' } })
    const nearly = { ...command, pose: { ...start.robot.pose } }
    expect(office.redeem(permit, nearly as typeof command, start, ms(0))).toMatchObject({
      error: { kind: 'mismatched' },
    })
    expect(office.redeem(permit, command, start, ms(0)).ok).toBe(true)
  })

  it('is no good once the belief has changed', () => {
    const office = fieldPermits(map)
    const changed = next(start, { shelf: 'unknown' })
    expect(office.redeem(granted(office), command, changed, ms(0))).toMatchObject({
      error: { kind: 'stale', given: 0, now: 1 },
    })
  })

  it('numbers permits from 1 and never twice; a refusal takes no number', () => {
    const office = fieldPermits(map)
    const ids = [1, 2, 3].map(() => must(office.redeem(granted(office), command, start, ms(0)), 'fresh'))
    expect(office.request(start, grip(1), ms(0)).ok).toBe(false)
    expect([...ids, must(office.redeem(granted(office), command, start, ms(0)), 'fresh')]).toEqual([
      1, 2, 3, 4,
    ])
  })
})
