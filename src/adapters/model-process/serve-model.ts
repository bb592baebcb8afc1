import { leaveSignalsToRuntime, lowerPriority } from '../side-process/serve-side.js'
import { textOf, type FromModel, type ToModel } from './messages.js'

/** Answers one question; `signal` aborts when nobody waits for the answer any more. */
export type ModelHandler<Job, Answer> = (job: Job, signal: AbortSignal) => Promise<Answer>

/**
 * The body of a model process: opens the model, then answers questions one at a time in the order received, since two
 * at once would share one thread and gain nothing. Exits when the runtime is gone.
 * @param open rejects when the model cannot be used
 */
export function serveModel<Setup, Job, Answer>(
  open: (setup: Setup) => Promise<ModelHandler<Job, Answer>>,
): void {
  lowerPriority()
  leaveSignalsToRuntime()
  const queue = new SerialQueue()
  const aborts = new Map<number, AbortController>()
  let handler: ModelHandler<Job, Answer> | undefined
  const send = (message: FromModel<Answer>): void => void process.send?.(message)

  const begin = async (setup: Setup): Promise<void> => {
    try {
      handler = await open(setup)
      lowerPriority()
      send({ kind: 'ready' })
    } catch (error) {
      send({ kind: 'refused', reason: textOf(error) })
    }
  }
  const answer = async (id: number, job: Job, { signal }: AbortController): Promise<void> => {
    try {
      if (handler === undefined) throw new Error('the model is not open')
      if (!signal.aborted) send({ kind: 'answered', id, answer: await handler(job, signal) })
    } catch (error) {
      send({ kind: 'failed', id, reason: textOf(error) })
    } finally {
      aborts.delete(id)
    }
  }
  process.on('message', (message: ToModel<Setup, Job>) => {
    switch (message.kind) {
      case 'open':
        void begin(message.setup)
        return
      case 'ask': {
        const { id, job } = message
        const abort = new AbortController()
        aborts.set(id, abort)
        void queue.run(() => answer(id, job, abort))
        return
      }
      case 'abort':
        aborts.get(message.id)?.abort()
    }
  })
  process.on('disconnect', () => process.exit())
}

/** Runs actions one at a time, in order; a failure affects only its caller and does not block the next ones. */
class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(action: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(action, action)
    this.#last = mine
    return mine
  }
}
