import { describe, expect, it } from 'vitest'
import { LoggedSteps, type StepLog } from '#runtime/world/step-log.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import type { DriverJournalEntry } from '#drivers/session/driver-event.js'
import type { Attempt } from '#robots/driver/attempts.js'
import type { RunEvent } from '#runtime/run-event.js'
import { smallTask, STORE } from '../../instructions/repair/small-worlds.js'

const domain = smallTask(STORE.replace('FAILS', '[]'), ['held(red)'])
const [command] = must(domain.intend({ skill: 'Pick', args: { box: 'red' } }, domain.initial), 'a step')

const entry = (id: number, kind: 'issued' | 'settled'): DriverJournalEntry => {
  const execute = { id, permit: id, skill: 'Pick', params: { box: 'red', way: 'above' }, deadlineMs: 1 }
  const whole = { at: ms(0), session: 's', id, kind, command: execute, state: 'refused' }
  return whole as unknown as DriverJournalEntry
}
const FEEDBACK = { kind: 'feedback' } as unknown as RunEvent

function logged(virtual: boolean) {
  const order: string[] = []
  const waiting: ((failure: Error | null) => void)[] = []
  const attempts: Attempt[] = []
  const log: StepLog = {
    begins: ({ skill, args }, belief, done) => {
      order.push(`begins ${skill} ${JSON.stringify(args)} ${belief.size > 0}`)
      if (done !== undefined) waiting.push(done)
    },
    ended: ({ result }, canWait) => void order.push(`ended ${result} ${canWait}`),
  }
  const steps = new LoggedSteps(log, { belief: () => domain.initial, attempts: () => attempts })
  let isOnDisk = false
  const journal = steps.journal(() => ({
    journal: ({ kind }) => void order.push(kind),
    journaled: () => isOnDisk,
  }))(virtual)
  const hear = steps.listen((event) => void order.push(event.kind))
  const written = (): void => void (isOnDisk = true)
  return { order, waiting, attempts, journal, written, hear: () => hear(FEEDBACK, 1) }
}

const tried = (result: Attempt['result']): Attempt => {
  if (command === undefined) throw new Error('a command')
  const at = { path: '/', command, begun: ms(0), ended: ms(1), result, text: '' } as const
  return { ...at, before: domain.initial, after: domain.initial }
}
const BEGINS = 'begins Pick {"box":"red","way":"above"} true'

describe('the steps of an order beside the journal of its commands', () => {
  it('on a virtual robot each is kept before its command is journalled', () => {
    const { order, journal } = logged(true)
    journal.journal?.(entry(1, 'issued'))
    journal.journal?.(entry(1, 'settled'))
    expect(order).toEqual([BEGINS, 'issued', 'settled'])
    expect(journal.journaled).toBeUndefined()
  })

  it('on a real robot no command leaves before both are on the disk', () => {
    const { order, waiting, journal, written } = logged(false)
    const [own, other] = [1, 2] as Parameters<NonNullable<typeof journal.journaled>>[0][]
    if (own === undefined || other === undefined) throw new Error('two ids')
    journal.journal?.(entry(1, 'issued'))
    expect(order).toEqual([BEGINS, 'issued'])
    expect(journal.journaled?.(own)).toBe(false)
    written()
    expect(journal.journaled?.(own)).toBe(false)
    waiting[0]?.(null)
    expect(journal.journaled?.(other)).toBe(false)
    expect(journal.journaled?.(own)).toBe(true)
  })

  it('a disk that takes no more ends the episode before anything is sent', () => {
    const { waiting, journal, written } = logged(false)
    journal.journal?.(entry(1, 'issued'))
    written()
    waiting[0]?.(new Error('no space left'))
    const [own] = [1] as Parameters<NonNullable<typeof journal.journaled>>[0][]
    expect(() => own !== undefined && journal.journaled?.(own)).toThrow(/no space left/)
  })

  it('what has come of a step is kept once, before anybody hears of it', () => {
    const { order, attempts, hear } = logged(true)
    attempts.push(tried('exec_fail'))
    hear()
    // a step that was stopped is no attempt, and says nothing
    hear()
    attempts.push(tried('done'))
    hear()
    expect(order).toEqual(['ended exec_fail true', 'feedback', 'feedback', 'ended done true', 'feedback'])
  })
})
