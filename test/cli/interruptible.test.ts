import { afterEach, expect, it, vi } from 'vitest'
import { EXIT, interruptible } from '#app/command-line/exit-code.js'

afterEach(() => vi.restoreAllMocks())

it('the first Ctrl-C aborts and says so once, the second ends the process; afterwards neither is heard', async () => {
  const told: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0)
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const before = process.listenerCount('SIGINT')
  const aborted = await interruptible((signal) => {
    process.emit('SIGINT')
    expect([signal.aborted, exit.mock.calls.length]).toEqual([true, 0])
    process.emit('SIGINT')
    return Promise.resolve(signal.aborted)
  }, 'stopping\n')
  expect(aborted).toBe(true)
  expect(exit.mock.calls[0]).toEqual([EXIT.interrupted])
  expect(told[0]).toBe('stopping\n')
  expect(process.listenerCount('SIGINT')).toBe(before)
})

it('a SIGTERM to the process and then to its group, as timeout sends it, is one; a later one is another', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  let now = 5000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const exits = await interruptible(() => {
    process.emit('SIGTERM')
    now += 50
    process.emit('SIGTERM')
    const atOnce = exit.mock.calls.length
    now += 3000
    process.emit('SIGTERM')
    return Promise.resolve([atOnce, exit.mock.calls.length])
  })
  expect(exits).toEqual([0, 1])
  expect(process.listenerCount('SIGTERM')).toBe(0)
})

it('a terminal that closes aborts too, and does not end the process however often it says so', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const aborted = await interruptible((signal) => {
    for (let i = 0; i < 3; i++) process.emit('SIGHUP')
    return Promise.resolve(signal.aborted)
  })
  expect([aborted, exit.mock.calls.length]).toEqual([true, 0])
  expect(process.listenerCount('SIGHUP')).toBe(0)
})
