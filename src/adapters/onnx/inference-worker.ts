import { Worker } from 'node:worker_threads'
import { ModelError } from '../../mind/ports.js'
import type { CriticConfig } from './config.js'
import type { Graphs, Inferred, Inference, ToWorker, FromWorker } from './inference.js'

/** A thread of its own for onnxruntime, whose runs block the event loop of the thread that starts them. */
export interface InferenceWorker {
  /** @throws ModelError when the thread has ended, the run failed, or `signal` was aborted */
  infer(job: Inference, signal?: AbortSignal): Promise<Inferred>
  stop(): Promise<void>
}

interface Waiting {
  readonly resolve: (value: Inferred) => void
  readonly reject: (reason: Error) => void
}

/** @throws ModelError when onnxruntime refuses one of the graphs */
export async function startWorker(graphs: Graphs, config: CriticConfig): Promise<InferenceWorker> {
  const worker = spawn({ graphs, config })
  const waiting = new Map<number, Waiting>()
  let dead: Error | undefined
  const end = (reason: Error): void => {
    dead ??= reason
    for (const { reject } of waiting.values()) reject(dead)
    waiting.clear()
  }
  worker.on('error', (error) => {
    end(new ModelError(`the inference thread failed: ${error.message}`))
  })
  worker.on('exit', () => {
    end(new ModelError('the inference thread has ended'))
  })
  worker.on('message', (message: FromWorker) => {
    const job = waiting.get(message.id)
    waiting.delete(message.id)
    if (waiting.size === 0) worker.unref()
    if (message.kind === 'failed') job?.reject(new ModelError(message.reason))
    else if (message.kind === 'done') job?.resolve(message.value)
  })
  await started(worker)
  worker.unref()
  let count = 0
  return {
    infer: (job, signal) =>
      new Promise((resolve, reject) => {
        if (dead) return reject(dead)
        if (signal?.aborted) return reject(new ModelError('aborted before it began'))
        const id = ++count
        // an aborted run goes on to its end in the thread; only its result is thrown away
        const onAbort = (): void => {
          waiting.delete(id)
          reject(new ModelError('aborted'))
        }
        const free = (): void => signal?.removeEventListener('abort', onAbort)
        signal?.addEventListener('abort', onAbort, { once: true })
        waiting.set(id, {
          resolve: (value) => (free(), resolve(value)),
          reject: (reason) => (free(), reject(reason)),
        })
        // the thread keeps the process alive only while somebody waits for it
        worker.ref()
        worker.postMessage({ id, job } satisfies ToWorker)
      }),
    stop: async () => {
      dead ??= new ModelError('the model was disposed of')
      await worker.terminate()
    },
  }
}

function started(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromWorker): void => {
      if (message.kind === 'ready') resolve()
      else reject(new ModelError(message.kind === 'failed' ? message.reason : 'unexpected first message'))
    }
    worker.once('message', onMessage)
    worker.once('error', (error) => reject(new ModelError(error.message)))
  })
}

/** Run from source (tests, tools) the thread needs a TypeScript loader; built, it is plain JavaScript. */
function spawn(workerData: { readonly graphs: Graphs; readonly config: CriticConfig }): Worker {
  if (import.meta.url.endsWith('.js')) {
    return new Worker(new URL('./inference.js', import.meta.url), { workerData })
  }
  const source = new URL('./inference.ts', import.meta.url).href
  const boot = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(source)})))`
  return new Worker(boot, { eval: true, workerData })
}
