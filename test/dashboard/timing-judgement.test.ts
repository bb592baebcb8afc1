import { afterAll, expect, it, vi } from 'vitest'
import { BARE } from '#console-cli/text/look.js'
import { show } from '#console-cli/show/show.js'
import { Timing } from '#runtime/timing/timing.js'
import type { ServiceStatus } from '#runtime/status/service-status.js'
import { HealthReporter } from '#service/health-reporter.js'
import { Quality } from '#service/quality.js'
import { STATUS } from '../console-cli/support/fake-client.js'
import { fakePublisher } from './status-source.js'
import { fakeDocument, loadPage } from './fake-document.js'

const place = fakeDocument()
afterAll(() => vi.unstubAllGlobals())
const { condition } = await loadPage<{ condition: { draw(state: object): void } }>('condition.js')

interface Case {
  readonly name: string
  /** what is measured, and how many ms ago */
  readonly measured: (timing: Timing) => void
  readonly ago: number
  readonly state: 'on time' | 'was late' | 'late'
  readonly says: RegExp
}

const gap = (timing: Timing): void => timing.heartbeat(180)
const stall = (timing: Timing): void => timing.late(300)
const stallWhileDriving = (timing: Timing): void => {
  timing.turn(3)
  timing.late(300)
}

const CASES: readonly Case[] = [
  { name: 'nothing', measured: () => undefined, ago: 0, state: 'on time', says: /^$/ },
  { name: 'a short gap', measured: (timing) => timing.heartbeat(60), ago: 0, state: 'on time', says: /^$/ },
  { name: 'a heartbeat now', measured: gap, ago: 0, state: 'late', says: /last minute; so far 1 heartbeat/ },
  {
    name: 'a heartbeat before',
    measured: gap,
    ago: 61_000,
    state: 'was late',
    says: /^not in the last minute/,
  },
  { name: 'a stall in virtual time', measured: stall, ago: 0, state: 'on time', says: /^$/ },
  {
    name: 'a stall while driving',
    measured: stallWhileDriving,
    ago: 0,
    state: 'late',
    says: /stood still 1 time/,
  },
  { name: 'one long ago', measured: stallWhileDriving, ago: 61_000, state: 'was late', says: /stood still/ },
]

it.each(CASES)('$name is judged alike by the health table, the console and the page', (each) => {
  let now = 0
  const [timing, statusPublisher] = [new Timing(), fakePublisher()]
  const healthReporter = new HealthReporter(() => now)
  const quality = new Quality({ statusPublisher, healthReporter, timing, now: () => now })
  quality.update()
  each.measured(timing)
  now += 1000
  quality.update()
  now += each.ago
  quality.update()
  const { judged } = statusPublisher.status().timing as NonNullable<ServiceStatus['timing']>
  expect(judged).toMatchObject({ state: each.state, text: expect.stringMatching(each.says) as string })

  const health = healthReporter.health.table().filter(({ id }) => id === 'timing')
  expect(health.map(({ state }) => state)).toEqual([each.state === 'late' ? 'warn' : 'ok'])
  const status = { ...STATUS, health, timing: statusPublisher.status().timing }
  const lines = show('status', status, BARE).join(' ').replace(/\s+/g, ' ')
  expect(lines.includes('timing warn')).toBe(each.state === 'late')
  expect(/ timing (was late|late) /.exec(lines)?.[1] ?? 'on time').toBe(each.state)
  condition.draw({ snapshot: status })
  const page = place('condition').textContent
  expect(/Timing(on time|was late|late)/.exec(page)?.[1]).toBe(each.state)
  expect(page).toContain(judged?.text)
})
