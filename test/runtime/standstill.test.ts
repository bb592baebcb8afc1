import { describe, expect, it } from 'vitest'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { SafetyMonitor, type SafetyMonitorParts } from '#runtime/ending/safety-monitor.js'
import { ModeMachine } from '#runtime/modes.js'
import type { Reflex } from '#runtime/reflex.js'

const TURN_MS = 20

/** A base that rolls on for so long after the first STOP, and after the emergency stop. */
async function afterStop(rolls: { readonly stop: number; readonly estop: number }, standsMs?: number) {
  let now = 0
  let until = rolls.stop
  const sent: string[] = []
  const latched = (): boolean => sent.includes('estop')
  const robot = {
    condition: () => ({ moving: now < until, estop: latched(), estopCause: 'the host' }),
    stop: () => void sent.push('stop'),
    estop: () => {
      sent.push('estop')
      until = now + rolls.estop
    },
  }
  const line = { status: 'up', stopping: false, ...(standsMs === undefined ? {} : { standsMs }) }
  const reflex = { turn: () => Promise.resolve(void (now += TURN_MS)), flush: () => undefined }
  const parts = { robot, line, modes: new ModeMachine(() => undefined), control: UNATTENDED }
  const monitor = new SafetyMonitor(parts as unknown as SafetyMonitorParts, reflex as unknown as Reflex)
  monitor.stop()
  await monitor.awaitStandstill()
  return { sent, now, emergency: monitor.emergency, doubt: monitor.doubt }
}

describe('a robot with a controller, after STOP', () => {
  it('that stands within two seconds needs no more', async () => {
    const end = await afterStop({ stop: 1_900, estop: 0 })
    expect(end).toEqual({ sent: ['stop'], now: 1_900, emergency: false, doubt: undefined })
  })

  it('that moves on gets the emergency stop, and STOP again', async () => {
    const end = await afterStop({ stop: 60_000, estop: 500 })
    expect(end).toMatchObject({ now: 2_500, emergency: true, doubt: undefined })
    expect(end.sent.slice(0, 2)).toEqual(['stop', 'estop'])
  })

  it('that moves even then is told to whoever is there: nobody knows whether it stands', async () => {
    const end = await afterStop({ stop: 60_000, estop: 60_000 })
    expect(end).toMatchObject({
      now: 4_000,
      emergency: true,
      doubt: expect.stringContaining('red button') as string,
    })
  })

  it('is left to the session of its driver where it has one, which knows when it has to stand', async () => {
    const end = await afterStop({ stop: 60_000, estop: 0 }, 3_000)
    expect(end).toEqual({ sent: ['stop'], now: 3_000, emergency: false, doubt: undefined })
  })
})
