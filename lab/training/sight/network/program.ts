import { MessagePort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Answered, SightThread } from './open-sight.js'

/** The thread in which the network for the sight of enrolled things runs: crops in, answers out, one job at a time. */
const { model, input, mail, done } = workerData as SightThread
const session = InferenceSession.create(model, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionProviders: ['cpu'],
})
// a graph that cannot be read is told to whoever asks first
session.catch(() => undefined)

if (mail instanceof MessagePort)
  mail.on('message', (crops: Float32Array) => {
    void answer(crops).then((answered) => {
      mail.postMessage(answered)
      Atomics.add(done, 0, 1)
      Atomics.notify(done, 0)
    })
  })

async function answer(crops: Float32Array): Promise<Answered> {
  try {
    const graph = await session
    const count = crops.length / input.reduce((product, size) => product * size, 1)
    const { answers } = await graph.run({ crops: new Tensor('float32', crops, [count, ...input]) })
    return { answers: Float32Array.from(answers?.data as Float32Array) }
  } catch (cause) {
    return { failed: cause instanceof Error ? cause.message : String(cause) }
  }
}
