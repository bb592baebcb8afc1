import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Budget } from '#adapters/http/budget.js'
import { Streams } from '#adapters/http/streams.js'

/** A stream that notes when it is cut. */
function reader(cut: string[], name: string): ServerResponse {
  const emitter = new EventEmitter()
  return Object.assign(emitter, { destroy: () => cut.push(name) && emitter.emit('close') }) as never
}

describe('places for readers of the page', () => {
  it('one address with all places loses its oldest to every other one, and never pushes another out', () => {
    const streams = new Streams(12)
    const cut: string[] = []
    for (let i = 0; i < 12; i++) streams.admit(reader(cut, `idle ${i}`), '192.168.0.66')
    streams.admit(reader(cut, 'anna'), '192.168.0.7')
    streams.admit(reader(cut, 'bert'), '192.168.0.8')
    expect(cut).toEqual(['idle 0', 'idle 1'])
    for (let i = 12; i < 100; i++) streams.admit(reader(cut, `idle ${i}`), '192.168.0.66')
    expect(cut.filter((name) => !name.startsWith('idle'))).toEqual([])
    expect([streams.size, cut.length]).toEqual([12, 90])
  })

  it('a place is free when its reader goes', () => {
    const streams = new Streams(2)
    const cut: string[] = []
    const first = reader(cut, 'first')
    streams.admit(first, 'a')
    streams.admit(reader(cut, 'second'), 'a')
    first.emit('close')
    streams.admit(reader(cut, 'third'), 'a')
    expect([streams.size, cut]).toEqual([2, []])
  })
})

describe('the share of the loop that readers have', () => {
  it('is so much a second, saved up so far', () => {
    const budget = new Budget(200, 2000, 0)
    expect(budget.has(0)).toBe(true)
    budget.spend(2500)
    expect(budget.has(0)).toBe(false)
    expect(budget.has(2500)).toBe(false)
    expect(budget.has(2501)).toBe(true)
    budget.spend(1)
    expect(budget.has(1_000_000)).toBe(true)
    budget.spend(2000)
    expect(budget.has(1_000_000)).toBe(false)
  })
})
