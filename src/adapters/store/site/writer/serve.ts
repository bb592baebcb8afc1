import { receiveMessageOnPort } from 'node:worker_threads'
import { must } from '#base/result.js'
import { openDatabase } from '../database/open-database.js'
import { layoutOf } from '../layout.js'
import type { FromWriter, NumberedJob, ToWriter, WriterData } from './jobs.js'
import { Writer } from './writer.js'

/** Executes the jobs that arrive by mail: those waiting at the same time share a transaction, up to a limit. */
export function serveWriter({ dir, mail, done }: WriterData): void {
  const layout = layoutOf(dir)
  // the main thread has just opened and checked it
  const writer = new Writer(layout, must(openDatabase(layout, 'checked'), 'the store that was just opened'))
  const send = (message: FromWriter): void => mail.postMessage(message)
  const action = (jobs: readonly NumberedJob[]): void => {
    if (jobs.length === 0) return
    const answers = writer.do(jobs.map(({ job }) => job))
    send(jobs.map(({ n }, i) => ({ n, answer: answers[i] ?? LOST })))
    Atomics.store(done, 0, jobs.at(-1)?.n ?? 0)
    Atomics.notify(done, 0)
    writer.tidy()
  }
  mail.on('message', (first: ToWriter) => {
    let next: ToWriter | undefined = first
    let jobs: NumberedJob[] = []
    while (next !== undefined) {
      if (next === 'close') {
        action(jobs)
        writer.close()
        send('closed')
        return mail.close()
      }
      jobs.push(next)
      if (jobs.length >= MAX_AT_ONCE) {
        action(jobs)
        jobs = []
      }
      next = receiveMessageOnPort(mail)?.message as ToWriter | undefined
    }
    action(jobs)
  })
}

/** keeps a journal entry from waiting for a hundred pictures */
const MAX_AT_ONCE = 32
const LOST = { ok: false, code: 'SQLITE_ERROR', message: 'no answer' } as const
