import { giveWay } from '../side-process/serve-side.js'
import { textOf, type FromModel, type ToModel } from './messages.js'

/** Answers one question; `signal` aborts when nobody waits for the answer any more. */
export type Thinker<Job, Answer> = (job: Job, signal: AbortSignal) => Promise<Answer>

/**
 * The body of a model process: opens the model, then answers questions one at a time in the order received, since two
 * at once would share one thread and gain nothing. Exits when the runtime is gone.
 * @param open rejects when the model cannot be used
 */
export function serveModel<Setup, Job, Answer>(open: (setup: Setup) => Promise<Thinker<Job, Answer>>): void {
  giveWay()
  // Ctrl-C in the terminal reaches this process too; it is meant for the runtime, which still needs the last report
  process.on('SIGINT', () => undefined)
  const turn = new Turn()
  const asked = new Map<number, AbortController>()
  let thinker: Thinker<Job, Answer> | undefined
  const say = (message: FromModel<Answer>): void => void process.send?.(message)

  const begin = async (setup: Setup): Promise<void> => {
    try {
      thinker = await open(setup)
      giveWay()
      say({ kind: 'ready' })
    } catch (error) {
      say({ kind: 'refused', reason: textOf(error) })
    }
  }
  const answer = async (id: number, job: Job, { signal }: AbortController): Promise<void> => {
    try {
      if (thinker === undefined) throw new Error('the model is not open')
      if (!signal.aborted) say({ kind: 'answered', id, answer: await thinker(job, signal) })
    } catch (error) {
      say({ kind: 'failed', id, reason: textOf(error) })
    } finally {
      asked.delete(id)
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
        asked.set(id, abort)
        void turn.take(() => answer(id, job, abort))
        return
      }
      case 'abort':
        asked.get(message.id)?.abort()
    }
  })
  process.on('disconnect', () => process.exit())
}

/** Runs actions one at a time, in order; a failure affects only its caller and does not block the next ones. */
class Turn {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(action: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(action, action)
    this.#last = mine
    return mine
  }
}
