import { describe, expect, it } from 'vitest'
import { readExpression, valueOf } from '#ros2/mapping/expression.js'

const ask = (text: string, message: unknown): unknown => {
  const read = readExpression(text)
  if ('expected' in read) throw new Error(`${text}: expected ${read.expected}`)
  return valueOf(read, message)
}

describe('a condition on a message', () => {
  it('is unknown, and never a release of an emergency stop, where its field is missing or of another type', () => {
    for (const message of [{}, { state: null }, { state: 3 }, { mode: 'stop' }])
      for (const text of [
        "state = 'stop'",
        "state != 'run'",
        "not state = 'run'",
        "state != 'run' and level > 2",
      ])
        expect(ask(text, message), `${text} of ${JSON.stringify(message)}`).toBeUndefined()
  })

  it('is decided by one side where that is enough', () => {
    expect(ask('a > 1 and b > 1', { a: 0 })).toBe(false)
    expect(ask('a > 1 or b > 1', { a: 2 })).toBe(true)
    expect(ask('a > 1 or b > 1', { a: 0 })).toBeUndefined()
    expect(ask('a > 1 and b > 1', { a: 2, b: 2 })).toBe(true)
    expect(ask('a > 1 or b > 1', { a: 0, b: 0 })).toBe(false)
    expect(ask("not (a > 1) and s != 'x'", { a: 0, s: 'y' })).toBe(true)
  })
})
