import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Shares } from '#instructions/compose/claims.js'
import type { Sequence } from '#instructions/compose/sequence.js'
import { encode, type Encoded, type Encoding } from './encode.js'

/** Says of an order which of its mentions are done something to, and which belong together. Learnt; may be wrong. */
export interface Composer {
  readonly compose: (sequence: Sequence) => Promise<Shares>
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
      const encoded = encode(sequence, encoding)
      const { one, two, kind } = await session.run(inputsOf(encoded, encoding))
      return sharesOf(encoded.mentions, {
        one: one?.data as Float32Array,
        two: two?.data as Float32Array,
        kind: kind?.data as Float32Array,
      })
    },
  }
}

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
