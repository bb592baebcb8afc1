import { describe, expect, test } from 'vitest'
import type { News } from '../../src/runtime/station/news.js'
import { nothingYet } from '../../src/runtime/station/nothing-yet.js'
import { Station } from '../../src/runtime/station/station.js'
import { RunDesk, type Job, type JobControl } from '../../src/main/serve/motion/run-desk.js'

function desk() {
  const station = new Station({
    now: () => 0,
    version: 'test',
    parts: nothingYet({ body: 'virtual', pace: 'fast', device: null }, 'auto'),
  })
  const news: News[] = []
  station.listen((each) => news.push(each))
  return { desk: new RunDesk(station), station, news }
}

/** A job that goes on until it is told to end, and shows its control. */
function standing(): Job & { control?: JobControl; end?: (why: string) => void } {
  const job: Job & { control?: JobControl; end?: (why: string) => void } = {
    name: 'a job',
    work: (control) => {
      job.control = control
      return new Promise((resolve) => {
        job.end = resolve
        control.signal.addEventListener('abort', () => resolve('stopped'), { once: true })
      })
    },
  }
  return job
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const code = (result: { ok: boolean; error?: { code: string } }): string | undefined => result.error?.code

describe('the desk for everything that moves', () => {
  test('one job at a time; the next one when it is over', async () => {
    const { desk: one, station } = desk()
    const job = standing()
    expect(one.begin(job).ok).toBe(true)
    expect(code(one.begin(standing()))).toBe('run.busy')
    await turn()
    job.end?.('done')
    await turn()
    expect(one.busyWith).toBeUndefined()
    expect(station.snapshot()).toMatchObject({ activity: 'idle', mode: 'SAFE', armedBy: null })
    expect(one.begin(standing()).ok).toBe(true)
  })

  test('stop is never refused, and ends the job', async () => {
    const { desk: one } = desk()
    expect(one.stop('anna')).toEqual({ stopped: null })
    one.begin(standing())
    await turn()
    expect(one.stop('anna')).toEqual({ stopped: 'a job' })
    await turn()
    expect(one.busyWith).toBeUndefined()
  })

  test('an emergency stop is latched through everything but reset', async () => {
    const { desk: one, station } = desk()
    const job = standing()
    one.begin(job)
    await turn()
    one.estop('by anna')
    expect(job.control?.estopRequested()).toBe(true)
    expect(code(one.reset('anna'))).toBe('run.busy')
    await turn()
    expect(station.snapshot().activity).toBe('estopped')
    one.estop('by bert')
    expect(one.estopped).toBe('by anna')
    expect(code(one.begin(standing()))).toBe('estop.latched')
    expect(one.reset('carla')).toEqual({ ok: true, value: { was: 'by anna' } })
    expect(code(one.reset('carla'))).toBe('estop.none')
    expect(station.snapshot().activity).toBe('idle')
    expect(one.busyWith).toBeUndefined()
  })

  test('pause holds, resume lets go, and a stop lets go of the hold as well', async () => {
    const { desk: one } = desk()
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

  test('a job with a bug ends; the desk does not, and the log has the text', async () => {
    const { desk: one, news, station } = desk()
    one.begin({ name: 'a bug', work: () => Promise.reject(new Error('boom')) })
    await turn()
    await turn()
    expect(one.busyWith).toBeUndefined()
    expect(station.snapshot().mode).toBe('SAFE')
    expect(
      news.some((each) => each.kind === 'log' && each.level === 'error' && each.text.includes('boom')),
    ).toBe(true)
    expect(one.begin(standing()).ok).toBe(true)
  })
})
