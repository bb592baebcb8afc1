import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dashboard } from '#service/dashboard/dashboard.js'
import { dashboardOf, linger } from './support.js'
import { fakePublisher } from './status-source.js'

const statusPublisher = fakePublisher()
let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await dashboardOf(statusPublisher)
})
afterAll(() => dashboard.close())

describe('dashboard: readers with bad manners', () => {
  it('serves everybody else while 300 connections dribble (slow-loris)', async () => {
    const dribble = ['', 'GET', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n']
    const lorises = await Promise.all(
      Array.from({ length: 300 }, (_, i) => linger(dashboard.port, dribble[i % 3] ?? '')),
    )
    for (let i = 0; i < 20; i++) expect((await fetch(`${dashboard.url}/healthz`)).status).toBe(200)
    expect(dashboard.load().connections).toBeLessThanOrEqual(64)
    // those that were not pushed out are cut off when their time is over
    await Promise.all(lorises.map(({ closed }) => closed))
    expect(lorises.filter(({ socket }) => !socket.destroyed)).toEqual([])
  }, 60_000)

  it('a page that never reads costs bounded memory, and loses its place in the end', async () => {
    const { socket, closed } = await linger(
      dashboard.port,
      'GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n',
    )
    socket.pause()
    await expect.poll(() => dashboard.load().pages).toBe(1)
    // what the operating system takes for it is full after some megabytes: then the server must not keep more
    const flood = setInterval(() => {
      statusPublisher.set({
        facts: [{ subject: 'x', text: `${Math.trunc(performance.now())}`.repeat(60_000) }],
      })
    }, 100)
    const before = process.memoryUsage().arrayBuffers
    await expect.poll(() => dashboard.load().pages, { timeout: 90_000, interval: 500 }).toBe(0)
    clearInterval(flood)
    statusPublisher.set({ facts: [] })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024)
    socket.resume()
    await closed
    expect((await fetch(`${dashboard.url}/healthz`)).status).toBe(200)
  }, 120_000)
})
