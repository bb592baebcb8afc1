import { describe, expect, test } from 'vitest'
import { ArmingService } from '#service/motion/arming.js'

function manager() {
  let now = 0
  const waits: (string | null)[] = []
  const arming = new ArmingService(
    () => now,
    (what) => waits.push(what),
  )
  return { arming, waits, pass: (ms: number) => (now += ms) }
}

const token = (arming: ArmingService, by = 'anna'): string => {
  const armed = arming.arm(by)
  if (!armed.ok) throw new Error(armed.error.code)
  return armed.value.token
}

const code = (result: { ok: boolean; error?: { code: string } }): string | undefined => result.error?.code

describe('law 7: out of SAFE only by arm and confirm', () => {
  test('nothing can be armed that nobody has asked for', () => {
    const { arming } = manager()
    expect(code(arming.arm('anna'))).toBe('arm.nothing-waits')
    expect(code(arming.confirm('anna', '000000'))).toBe('arm.nothing-waits')
  })

  test('arm tells what would move, and the confirmation of the same operator answers the question', async () => {
    const { arming, waits } = manager()
    const answer = arming.ask('the robot will move', new AbortController().signal)
    const armed = arming.arm('anna')
    expect(armed).toMatchObject({ ok: true, value: { what: 'the robot will move', expiresInMs: 30_000 } })
    expect(arming.confirm('anna', armed.ok ? armed.value.token : '')).toEqual({
      ok: true,
      value: { moves: 'the robot will move' },
    })
    expect(await answer).toBe('anna')
    expect(waits).toEqual(['the robot will move', null])
    expect(arming.waitingFor).toBeNull()
  })

  test.each([
    ['confirmed first', (arming: ArmingService) => arming.confirm('anna', 'ffffff'), 'arm.first'],
    ['another operator', (arming: ArmingService) => arming.confirm('bert', token(arming)), 'arm.other'],
    [
      'a wrong token',
      (arming: ArmingService) => (token(arming), arming.confirm('anna', 'xxxxxx')),
      'arm.token',
    ],
    [
      'a shorter token',
      (arming: ArmingService) => arming.confirm('anna', token(arming).slice(1)),
      'arm.token',
    ],
  ])('refused: %s', (_, confirm, expected) => {
    const { arming } = manager()
    void arming.ask('x', new AbortController().signal)
    expect(code(confirm(arming))).toBe(expected)
    expect(arming.waitingFor).toBe('x')
  })

  test('a token is good once, for thirty seconds, and dies with the next one', () => {
    const { arming, pass } = manager()
    void arming.ask('x', new AbortController().signal)
    const first = token(arming)
    const second = token(arming)
    expect(code(arming.confirm('anna', first))).toBe('arm.token')
    // the wrong try has voided the right one: nobody guesses
    expect(code(arming.confirm('anna', second))).toBe('arm.first')
    const third = token(arming)
    pass(30_001)
    expect(code(arming.confirm('anna', third))).toBe('arm.expired')
  })

  test('a question that is withdrawn, or overtaken by another one, is answered with nobody', async () => {
    const { arming } = manager()
    const stop = new AbortController()
    const first = arming.ask('first', stop.signal)
    const held = token(arming)
    const second = arming.ask('second', stop.signal)
    expect(await first).toBeNull()
    expect(code(arming.confirm('anna', held))).toBe('arm.first')
    stop.abort()
    expect(await second).toBeNull()
    expect(await arming.ask('third', stop.signal)).toBeNull()
    expect(code(arming.arm('anna'))).toBe('arm.nothing-waits')
  })
})
