import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { SAID, type Shares } from '#instructions/compose/likeliest.js'
import type { Heard } from '#instructions/understand.js'
import { encode, type Encoding } from './encode.js'

/** Says of every fact of a world whether an order asks for it. Learnt; may be wrong. */
export interface Composer {
  /** @returns undefined of an order that is longer than any it has learnt from */
  readonly compose: (heard: Heard) => Promise<Result<Shares | undefined, Diagnostic>>
}

/**
 * Opens the network that composes orders (models/composer).
 * @throws the error of onnxruntime when it rejects the graph
 */
export async function openComposer(graph: string, encoding: Encoding): Promise<Composer> {
  const session = await InferenceSession.create(graph, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionProviders: ['cpu'],
  })
  return {
    compose: async (heard) => {
      try {
        const inputs = encode(heard, encoding)
        if (inputs === undefined) return ok(undefined)
        const tensors = Object.entries(inputs).map(([name, { values, shape }]) => {
          const type = values instanceof Float32Array ? 'float32' : 'int64'
          return [name, new Tensor(type, values, [1, ...shape])] as const
        })
        const { said, before, kind } = await session.run(Object.fromEntries(tensors))
        const [, ask = 0, refuse = 0] = numbersOf(kind)
        return ok(sharesOf({ said: numbersOf(said), before: numbersOf(before), ask, refuse }))
      } catch (error) {
        return err(failed(error))
      }
    },
  }
}

const numbersOf = (tensor: Tensor | undefined): Float32Array => tensor?.data as Float32Array

const failed = (error: unknown): Diagnostic => ({
  code: 'composer.failed',
  severity: 'error',
  message: `the composer cannot read this order: ${error instanceof Error ? error.message : String(error)}`,
  hint: 'this is a bug of graft: report it with the order; every order is asked about meanwhile',
})

interface Answer {
  readonly said: Float32Array
  readonly before: Float32Array
  readonly ask: number
  readonly refuse: number
}

function sharesOf({ said, before, ...kind }: Answer): Shares {
  const count = said.length / SAID.length
  return {
    atoms: Array.from({ length: count }, (_, at) => [
      ...said.subarray(at * SAID.length, (at + 1) * SAID.length),
    ]),
    before: (first, then) => before[first * count + then] ?? 0,
    ...kind,
  }
}
