import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Shares } from '#instructions/compose/claims.js'
import type { Sequence } from '#instructions/compose/sequence.js'
import { encode, fits, type Encoded, type Encoding } from './encode.js'

/** Says of an order which of its mentions are done something to, and which belong together. Learnt; may be wrong. */
export interface Composer {
  /** @returns undefined of an order that is longer than any it has learnt from */
  readonly compose: (sequence: Sequence) => Promise<Result<Shares | undefined, Diagnostic>>
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
    compose: async (sequence) => {
      if (!fits(sequence, encoding)) return ok(undefined)
      try {
        const encoded = encode(sequence, encoding)
        const { one, two, kind } = await session.run(inputsOf(encoded, encoding))
        const said = { one: numbersOf(one), two: numbersOf(two), kind: numbersOf(kind) }
        return ok(sharesOf(encoded.mentions, said))
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

function inputsOf(
  { items, mentions, words, features, mention, sorts, pieces, at, pairs }: Encoded,
  { sizes }: Encoding,
): Record<string, Tensor> {
  return {
    words: new Tensor('int64', words, [1, items]),
    features: new Tensor('float32', features, [1, items, sizes.wordFeatures]),
    mention: new Tensor('float32', mention, [1, items, sizes.mentionFeatures]),
    sorts: new Tensor('float32', sorts, [1, items, sizes.sorts]),
    pieces: new Tensor('int64', pieces, [1, items, sizes.piecesOfWord]),
    at: new Tensor('int64', at, [1, mentions]),
    pairs: new Tensor('float32', pairs, [1, mentions, mentions, sizes.pairFeatures]),
  }
}

interface Said {
  readonly one: Float32Array
  readonly two: Float32Array
  readonly kind: Float32Array
}

function sharesOf(mentions: number, { one, two, kind }: Said): Shares {
  const labels = one.length / mentions
  const pairLabels = two.length / mentions ** 2
  const numbers = Array.from({ length: mentions }, (_, at) => at)
  const row = (values: Float32Array, at: number, width: number): number[] => [
    ...values.subarray(at * width, (at + 1) * width),
  ]
  return {
    one: numbers.map((mention) => row(one, mention, labels)),
    two: numbers.map((what) => numbers.map((where) => row(two, what * mentions + where, pairLabels))),
    goal: kind[0] ?? 0,
  }
}
