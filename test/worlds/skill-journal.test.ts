import { expect, it } from 'vitest'
import { driverRobots } from '#app/world/driver-robots.js'
import { ms } from '#base/units.js'
import type { CommandId, DriverJournalEntry } from '#drivers/session/driver-event.js'
import type { CommandEntry } from '#runtime/run-log.js'
import { skillJournal } from '#runtime/world/skill-journal.js'

const ISSUED: DriverJournalEntry = {
  kind: 'issued',
  at: ms(40),
  session: 's',
  command: { id: 3, permit: 7, skill: 'GoTo', params: { place: 'sofa' }, deadlineMs: 900 },
}
const SETTLED: DriverJournalEntry = {
  kind: 'settled',
  at: ms(90),
  session: 's',
  id: 3 as CommandId,
  state: { done: 'failed', reason: 'x'.repeat(10_000) },
}

it('law 2: a command waits for the disk where time goes on, and time waits for the disk where it stands still', () => {
  const now: CommandEntry[] = []
  const later: CommandEntry[] = []
  const onDisk = new Set<number>()
  const log = {
    command: (entry: CommandEntry) => void now.push(entry),
    backgroundJournal: () => ({
      journal: (entry: CommandEntry) => void later.push(entry),
      journaled: (id: number) => onDisk.has(id),
    }),
  }
  const virtual = skillJournal(log, 2)(true)
  virtual.journal?.(ISSUED)
  expect(virtual.journaled).toBeUndefined()
  expect(now).toEqual([
    {
      kind: 'issued',
      at: 40,
      session: 's',
      id: 3,
      command: { kind: 'execute', permit: 7, skill: 'GoTo', params: { place: 'sofa' }, deadlineMs: 900 },
      episode: 2,
    },
  ])
  const real = skillJournal(log, 2)(false)
  real.journal?.(ISSUED)
  expect(real.journaled?.(3 as CommandId)).toBe(false)
  onDisk.add(3)
  expect(real.journaled?.(3 as CommandId)).toBe(true)
  // the words of a driver are bounded
  real.journal?.(SETTLED)
  expect(later[1]).toMatchObject({ id: 3, state: { done: 'failed', reason: 'x'.repeat(500) } })
})

it('no driver is started for an episode whose journal the disk refuses: nobody would end it', () => {
  const children = (): number =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length
  const before = children()
  const command = [process.execPath, '-e', 'setInterval(() => {}, 1000)'] as const
  const robots = driverRobots({ kind: 'process', command, real: false }, '.', {
    onLog: () => undefined,
    limits: { stopMs: 1000, heartbeatMs: 1000 },
  })
  const refused = (): never => {
    throw Object.assign(new Error('ENOTDIR: not a directory'), { code: 'ENOTDIR' })
  }
  expect(() => robots(1, refused)).toThrow('ENOTDIR')
  expect(children()).toBe(before)
})
