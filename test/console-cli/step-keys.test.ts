import { describe, expect, it } from 'vitest'
import { StepKeys } from '#console-cli/teleop/step-keys.js'

const keys = () =>
  new StepKeys(
    new Map([
      ['w', 'Jog forward=20'],
      ['c', 'Grip closed=true'],
    ]),
  )
const typed = (on: StepKeys, all: readonly string[]) => all.map((each) => on.press(each))

describe('the keyboard of a person who drives by steps', () => {
  it('asks for the step of a key, once for a burst of repeats, and for nothing else', () => {
    const on = keys()
    expect(typed(on, ['w', 'www', 'k', '\u001B[A'])).toEqual([
      { kind: 'step', text: 'Jog forward=20', isLine: false },
      { kind: 'step', text: 'Jog forward=20', isLine: false },
      undefined,
      undefined,
    ])
  })

  it('stops with the space bar and ends with x, Escape and Ctrl-C, whatever else is pressed with them', () => {
    expect(
      typed(keys(), [' ', 'w ', 'x', 'wx', '\u001B', '\u0003', 'w\u0003']).map((each) => each?.kind),
    ).toEqual(['stop', 'stop', 'end', 'end', 'end', 'interrupt', 'interrupt'])
  })

  it('takes a line letter by letter, in which keys are letters, and stop is a stop', () => {
    const on = keys()
    expect(typed(on, [':', ...'Pick item=x'])).toEqual(Array(12).fill(undefined))
    expect(on.line).toBe('Pick item=x')
    expect(typed(on, ['\u007F', 'red_cube', '\r'])).toEqual([
      undefined,
      undefined,
      { kind: 'step', text: 'Pick item=red_cube', isLine: true },
    ])
    expect(on.line).toBeUndefined()
    expect(on.press('/stop\r')).toEqual({ kind: 'stop' })
    expect(typed(on, [':', 'Pick', '\u001B'])).toEqual([undefined, undefined, undefined])
    expect([on.line, on.press('c')]).toEqual([
      undefined,
      { kind: 'step', text: 'Grip closed=true', isLine: false },
    ])
    expect(on.press(':Jog\u0003')).toEqual({ kind: 'interrupt' })
  })
})
