import { textOf, type FromModel, type ToModel } from '../../../../adapters/model-process/messages.js'
import { openWorker } from './worker.js'
import type { WorkerAnswer, WorkerJob, WorkerSetup } from './worker-setup.js'

/**
 * The program of a worker's process: loads what its runs need once and plays one after the other. It speaks as a model's
 * process does, but gives way to nobody: beside a bench runs no robot.
 */
const say = (message: FromModel<WorkerAnswer>): void => void process.send?.(message)
let play: ((job: WorkerJob) => Promise<WorkerAnswer>) | undefined

// Ctrl-C reaches this process too; the bench ends it when it has written what is finished
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (message: ToModel<WorkerSetup, WorkerJob>) => {
  switch (message.kind) {
    case 'open':
      return begin(message.setup)
    case 'ask':
      return void answer(message.id, message.job)
    case 'abort':
      // the bench drops what is under way by ending this process
      return
  }
})

function begin(setup: WorkerSetup): void {
  try {
    play = openWorker(setup)
    say({ kind: 'ready' })
  } catch (error) {
    say({ kind: 'refused', reason: textOf(error) })
  }
}

async function answer(id: number, job: WorkerJob): Promise<void> {
  try {
    if (play === undefined) throw new Error('the worker is not open')
    say({ kind: 'answered', id, answer: await play(job) })
  } catch (error) {
    say({ kind: 'failed', id, reason: textOf(error) })
  }
}
