import { describe, expect, test } from 'vitest'
import type { StatusEvent } from '#runtime/status/status-event.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import { ArmingService } from '#service/motion/arming.js'
import { driveOperations } from '#service/operations/drive.js'
import { RunManager, type Job, type JobControl } from '#service/motion/run-manager.js'

function manager() {
  const statusPublisher = new StatusPublisher({
    now: () => 0,
    version: 'test',
    parts: initialStatus({ body: 'virtual', pace: 'fast', device: null }, 'auto'),
  })
  const statusEvent: StatusEvent[] = []
  statusPublisher.listen((each) => statusEvent.push(each))
  return { manager: new RunManager(statusPublisher), statusPublisher, news: statusEvent }
}

/** A job that goes on until it is told to end, and shows its control. */
function standing(): Job & { control?: JobControl; end?: (why: string) => void } {
  const job: Job & { control?: JobControl; end?: (why: string) => void } = {
    name: 'a job',
    execute: (control) => {
      job.control = control
      return new Promise((resolve) => {
        job.end = resolve
        control.signal.addEventListener('abort', () => resolve('stopped'), { once: true })
      })
    },
  }
  return job
}

const alarm = (reasons: StatusAlarm['record']['reasons']): StatusAlarm => ({
  ...{ id: `run/1/${reasons.length}`, at: 0, run: 'run', episode: 1, acknowledged: null },
  record: { reasons } as StatusAlarm['record'],
})
const didOf = (answer: { ok: boolean; value?: { did?: string } }): string => answer.value?.did ?? ''
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const code = (result: { ok: boolean; error?: { code: string } }): string | undefined => result.error?.code

describe('the run manager', () => {
  test('one job at a time; the next one when it is over', async () => {
    const { manager: one, statusPublisher } = manager()
    const job = standing()
    expect(one.begin(job).ok).toBe(true)
    expect(code(one.begin(standing()))).toBe('run.busy')
    await turn()
    job.end?.('done')
    await turn()
    expect(one.currentJob).toBeUndefined()
    expect(statusPublisher.status()).toMatchObject({ activity: 'idle', mode: 'SAFE', armedBy: null })
    expect(one.begin(standing()).ok).toBe(true)
  })

  test('stop is never refused, and ends the job', async () => {
    const { manager: one } = manager()
    expect(one.stop('anna')).toEqual({ stopped: null })
    one.begin(standing())
    await turn()
    expect(one.stop('anna')).toEqual({ stopped: 'a job' })
    await turn()
    expect(one.currentJob).toBeUndefined()
  })

  test('what was asked for before a stop does not begin after it', async () => {
    const { manager: one } = manager()
    const stops: readonly (() => unknown)[] = [
      () => one.stop('anna'),
      () => [one.estop('by anna'), one.reset('anna')],
      () => [one.forbidMotion('no key'), one.forbidMotion(null)],
    ]
    for (const stop of stops) {
      const before = one.stops
      stop()
      expect(code(one.begin(standing(), before))).toBe('run.stopped')
    }
    expect(one.begin(standing(), one.stops).ok).toBe(true)
    await turn()
  })

  test('while nobody knows whether the robot stands, nothing begins, and no stop says that nothing moves', async () => {
    const { manager: one, statusPublisher } = manager()
    const stop = driveOperations(
      one,
      new ArmingService(
        () => 0,
        () => undefined,
      ),
      () => Promise.reject(new Error('no run')),
    )
    const asked = { name: 'anna', client: 'a', role: 'operator' } as never
    const said = async () => [await stop.stop({}, asked), await stop.estop({}, asked)].map(didOf).join('; ')
    expect(await said()).toMatch(/nothing moves; latched/)
    one.reset('anna')
    const doubt = alarm(['picture', 'robot_in_doubt'])
    statusPublisher.set({ alarms: [alarm(['picture']), doubt] })
    expect(one.begin(standing())).toMatchObject({
      error: { code: 'robot.in-doubt', hint: expect.stringContaining(`alarm ack ${doubt.id}`) as string },
    })
    expect(await said()).toMatch(/nothing was under way; nobody knows.*emergency stop.*latched.*nobody knows/)
    one.reset('anna')
    const acknowledged = { by: 'anna', at: 1, note: 'it stands' }
    statusPublisher.set({ alarms: [{ ...doubt, acknowledged }] })
    expect(one.begin(standing()).ok).toBe(true)
    await turn()
  })

  test('an emergency stop is latched through everything but reset', async () => {
    const { manager: one, statusPublisher } = manager()
    const job = standing()
    one.begin(job)
    await turn()
    one.estop('by anna')
    expect(job.control?.estopRequested()).toBe(true)
    expect(code(one.reset('anna'))).toBe('run.busy')
    await turn()
    expect(statusPublisher.status().activity).toBe('estopped')
    one.estop('by bert')
    expect(one.estopped).toBe('by anna')
    expect(code(one.begin(standing()))).toBe('estop.latched')
    expect(one.reset('carla')).toEqual({ ok: true, value: { was: 'by anna' } })
    expect(code(one.reset('carla'))).toBe('estop.none')
    expect(statusPublisher.status().activity).toBe('idle')
    expect(one.currentJob).toBeUndefined()
  })

  test('pause holds, resume lets go, and a stop lets go of the hold as well', async () => {
    const { manager: one } = manager()
    expect(code(one.pause('anna'))).toBe('run.none')
    const job = standing()
    one.begin(job)
    await turn()
    expect(code(one.resume('anna'))).toBe('run.not-paused')
    one.pause('anna')
    expect(job.control?.held()).toBe(true)
    one.resume('anna')
    expect(job.control?.held()).toBe(false)
    one.pause('anna')
    one.stop('anna')
    expect(job.control?.held()).toBe(false)
  })

  test('pause and resume change what is shown only of a robot that runs', async () => {
    const { manager: one, statusPublisher, news } = manager()
    const shown = (): string => statusPublisher.status().activity
    const job = standing()
    one.begin(job)
    await turn()
    statusPublisher.set({ activity: 'waiting-for-arm' })
    one.pause('anna')
    expect([job.control?.held(), shown()]).toEqual([true, 'waiting-for-arm'])
    one.resume('anna')
    expect([job.control?.held(), shown()]).toEqual([false, 'waiting-for-arm'])
    statusPublisher.set({ activity: 'running' })
    one.pause('anna')
    expect(shown()).toBe('pausing')
    one.resume('anna')
    expect(shown()).toBe('running')
    one.pause('anna')
    // the step in progress has ended
    job.control?.onRest()
    expect(shown()).toBe('paused')
    expect(news.at(-1)).toMatchObject({
      kind: 'activity',
      activity: 'paused',
      why: 'the robot has stopped; it continues after `resume`',
    })
    one.resume('anna')
    expect(shown()).toBe('running')
    job.control?.onRest()
    expect(shown()).toBe('running')
  })

  test('a job learns why nobody could stop the robot, where it was stopped because of that', async () => {
    const stopped = async (stop: (one: RunManager) => void): Promise<unknown> => {
      const { manager: one } = manager()
      const job = standing()
      one.begin(job)
      await turn()
      stop(one)
      return [job.control?.signal.aborted, job.control?.accessLost()]
    }
    expect(await stopped((one) => one.stop('anna'))).toEqual([true, undefined])
    expect(await stopped((one) => one.forbidMotion('all keys are gone'))).toEqual([true, 'all keys are gone'])
  })

  test('a job with a bug ends; the manager does not, and the log has the text', async () => {
    const { manager: one, news: statusEvent, statusPublisher } = manager()
    one.begin({ name: 'a bug', execute: () => Promise.reject(new Error('boom')) })
    await turn()
    await turn()
    expect(one.currentJob).toBeUndefined()
    expect(statusPublisher.status().mode).toBe('SAFE')
    expect(
      statusEvent.some((each) => each.kind === 'log' && each.level === 'error' && each.text.includes('boom')),
    ).toBe(true)
    expect(one.begin(standing()).ok).toBe(true)
  })
})
