import { describe, expect, it } from 'vitest'
import { closedLink } from '#runtime/link/link-watch.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import { HealthReporter } from '#service/health-reporter.js'
import { reportSimulatedCamera } from '#service/housekeeping.js'

const virtual = { body: 'virtual', pace: 'real', device: null } as const

describe('health and status agree', () => {
  it('on the simulated camera: ok while it delivers, off when nobody asks it', () => {
    let now = 0
    const status = new StatusPublisher({
      now: () => now,
      version: 'test',
      parts: initialStatus(virtual, 'auto'),
    })
    const reporter = new HealthReporter(() => now)
    const states = (): readonly unknown[] => {
      reportSimulatedCamera(reporter, status)
      const row = reporter.health.table().find(({ id }) => id === 'camera')
      return [status.status().camera.state, row?.state]
    }
    expect(states()).toEqual(['off', 'off'])
    status.setPicture({ id: 'p', at: 0, width: 1, height: 1, jpeg: new Uint8Array(1) })
    now = 100
    expect(states()).toEqual(['ok', 'ok'])
    now = 6000
    expect(states()).toEqual(['off', 'off'])
  })

  it('on a link whose session is closed: not up any more, and what was wrong with it stays said', () => {
    const { link } = initialStatus(virtual, 'auto')
    const up = { ...link, status: 'up', silentMs: 20, degraded: 1, last: 'recovered' } as const
    expect(closedLink(up)).toEqual({ ...up, status: 'none', silentMs: null })
    const lost = { ...up, status: 'lost' } as const
    expect(closedLink(lost)).toBe(lost)
  })
})
