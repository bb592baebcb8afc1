import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openNotify } from '#adapters/systemd/notify.js'
import { DatagramListener } from './support/datagram-listener.js'

describe('what systemd is told (sd_notify)', () => {
  let folder = ''
  let listener: DatagramListener | undefined
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graft-notify-'))
  })
  afterEach(() => {
    listener?.close()
    listener = undefined
    rmSync(folder, { recursive: true })
  })
  const listen = (path = join(folder, 'notify')): NodeJS.ProcessEnv => {
    listener = new DatagramListener(path)
    return { NOTIFY_SOCKET: path }
  }

  it('sends one datagram for each call, in order', () => {
    const notify = openNotify(listen())
    notify.status('opening the camera')
    notify.ready('SAFE, no run')
    notify.watchdog()
    notify.trigger('why')
    notify.extend(1500)
    notify.stopping('bye')
    expect(listener?.take()).toEqual([
      'STATUS=opening the camera',
      'READY=1\nSTATUS=SAFE, no run',
      'WATCHDOG=1',
      'WATCHDOG=trigger\nSTATUS=why',
      'EXTEND_TIMEOUT_USEC=1500000',
      'STOPPING=1\nSTATUS=bye',
    ])
  })

  it('reaches a socket in the abstract namespace', () => {
    const notify = openNotify(listen(`@graft-test-${process.pid}`))
    notify.ready()
    expect(listener?.take()).toEqual(['READY=1'])
  })

  it('lets no text begin an assignment of its own', () => {
    const notify = openNotify(listen())
    notify.status('harmless\nMAINPID=1\u0000')
    notify.ready(`x\r\nWATCHDOG=trigger${'y'.repeat(1000)}`)
    const [status = '', ready = ''] = listener?.take() ?? []
    expect(status).toBe('STATUS=harmless MAINPID=1 ')
    expect(ready.split('\n')).toHaveLength(2)
    expect(ready.length).toBeLessThan(330)
  })

  it('does nothing where nobody listens', () => {
    const opened: string[] = []
    const open = (path: string) => {
      opened.push(path)
      return () => undefined
    }
    for (const env of [{}, { NOTIFY_SOCKET: '' }, { NOTIFY_SOCKET: 'relative' }]) {
      const notify = openNotify({ ...env, WATCHDOG_USEC: '3000000' }, { open })
      notify.ready('unheard')
      notify.watchdog()
      expect(notify.watchdogMs).toBeUndefined()
    }
    expect(opened).toEqual([])
  })

  it('knows its own deadline from that of a parent', () => {
    const env = { NOTIFY_SOCKET: '/x', WATCHDOG_USEC: '3000000' }
    const open = () => () => undefined
    const of = (more: NodeJS.ProcessEnv): number | undefined =>
      openNotify({ ...env, ...more }, { open, pid: 42 }).watchdogMs
    expect(of({})).toBe(3000)
    expect(of({ WATCHDOG_PID: '42' })).toBe(3000)
    expect(of({ WATCHDOG_PID: '41' })).toBeUndefined()
    expect(of({ WATCHDOG_USEC: 'soon' })).toBeUndefined()
    expect(of({ WATCHDOG_USEC: '0' })).toBeUndefined()
  })

  it('says once that nobody takes what it sends, and goes on', () => {
    const told: string[] = []
    const notify = openNotify(
      { NOTIFY_SOCKET: join(folder, 'nobody') },
      { report: (text) => told.push(text) },
    )
    for (let i = 0; i < 5; i++) notify.watchdog()
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('systemd rejected "WATCHDOG=1"')
  })

  it('falls back on systemd-notify where libc cannot be called, and says so once', () => {
    const told: string[] = []
    // longer than the address of a socket can be
    const path = `/${'x'.repeat(200)}`
    const notify = openNotify({ NOTIFY_SOCKET: path }, { report: (text) => told.push(text) })
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('NotifyAccess=all')
    expect(notify.watchdogMs).toBeUndefined()
  })
})
