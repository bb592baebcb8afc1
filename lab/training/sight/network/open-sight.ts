import { existsSync } from 'node:fs'
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { startThread } from '#adapters/side-process/launch.js'
import { err, ok, type Result } from '#base/result.js'

/** What the thread needs to begin. */
export interface SightThread {
  readonly model: string
  /** of one crop: channels, rows, columns */
  readonly input: readonly number[]
  readonly mail: MessagePort
  /** jobs that are done, for whoever sleeps until then */
  readonly done: Int32Array
}

export type Answered = { readonly answers: Float32Array } | { readonly failed: string }

/** A network in a thread of its own, asked synchronously: the caller sleeps until it has answered. */
export interface SightNetwork {
  /** @throws when the graph cannot be read or run, or has not answered in time */
  readonly infer: (crops: Float32Array) => Float32Array
  readonly close: () => void
}

const PROGRAM = new URL(import.meta.url.endsWith('.js') ? 'program.js' : 'program.ts', import.meta.url)
const INPUT = [5, 32, 32] as const
const PATIENCE_MS = 60_000

/**
 * Opens the network that names enrolled things (docs/models/sight.md). A simulation is synchronous, and onnxruntime is
 * not: it runs in a thread, and this one waits for it.
 * @param model path of the ONNX graph @returns or what is missing, in a sentence
 */
export function openSight(model: string): Result<SightNetwork, string> {
  if (!existsSync(model)) return err(`there is no network at ${model}; npm run models:sight makes it`)
  const { port1: own, port2: mail } = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(4))
  const workerData: SightThread = { model, input: INPUT, mail, done }
  const worker = startThread(PROGRAM, { workerData, transferList: [mail] })
  worker.unref()
  own.unref()
  let asked = 0
  const infer = (crops: Float32Array): Float32Array => {
    own.postMessage(crops)
    asked++
    const until = performance.now() + PATIENCE_MS
    for (let last = Atomics.load(done, 0); last < asked; last = Atomics.load(done, 0)) {
      if (performance.now() > until)
        throw new Error(`the network for sight has not answered in ${PATIENCE_MS / 1000} s`)
      Atomics.wait(done, 0, last, 1000)
    }
    const answered = receiveMessageOnPort(own)?.message as Answered | undefined
    if (answered === undefined || 'failed' in answered)
      throw new Error(`the network for sight does not run: ${answered?.failed ?? 'no answer came'}`)
    return answered.answers
  }
  return ok({
    infer,
    close: () => {
      own.close()
      void worker.terminate()
    },
  })
}
