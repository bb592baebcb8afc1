import { ModelError, type Described, type VisionModel } from '#learning/ports.js'
import { learningClass } from '../bench/learning/actors.js'
import type { LearningOptions } from '../bench/learning/learning.js'
import type { FaultClass } from '../fault-class.js'

/** What the critic's model can do. The critic is the shipped one; the fault stands between it and its port. */
export const MODEL_CRITIC: readonly FaultClass[] = [
  learningClass(
    {
      id: 'model-critic-garbage',
      group: 'model',
      title: 'The critic’s model writes garbage',
      cause: 'a file of another model, a broken runtime: words that are no answer',
      declared: ['called-human'],
      why:
        'Answers are parsed strictly and retried twice; then the report says that there is no judgement, ' +
        'and `critic_unavailable` calls a human. The episode goes on: the robot needs no critic to drive ' +
        'safely.',
      operator: '“the answer could not be read”. `graft models verify`.',
    },
    (rng, countInjection) => {
      const text = rng.pick([
        '',
        'yes yes yes',
        '0 0 0 0 0',
        'zone zone zone'.repeat(30),
        '\u0000',
        '{"s":0,"c":1}',
      ])
      const from = rng.int(5)
      return faulty(from, () => (countInjection(), Promise.resolve(described(text, 0.9))))
    },
  ),
  learningClass(
    {
      id: 'model-critic-hangs',
      group: 'model',
      title: 'The critic’s model does not come back',
      cause: 'an inference process that is stuck',
      declared: ['called-human'],
      why:
        'A call times out after 10 s (2 s on this bench); then it is aborted and the report says that ' +
        'there is no judgement. The reflex loop never waits for it.',
      operator: '“no answer within 10000 ms”. Look for other load on the computer.',
    },
    (rng, countInjection) => {
      const at = rng.int(6)
      let n = 0
      const hang = (vision: VisionModel): VisionModel => ({
        ...vision,
        describe: (request) =>
          n++ === at ? (countInjection(), new Promise<Described>(() => undefined)) : vision.describe(request),
      })
      return { vision: hang, criticTimeoutMs: 2000 }
    },
  ),
  learningClass(
    {
      id: 'model-critic-throws',
      group: 'model',
      title: 'The critic’s model throws',
      cause: 'out of memory, a runtime that crashes on a picture, a process that has died',
      declared: ['called-human'],
      why: 'Every exception in a model becomes a report without judgement; none leaves the critic.',
      operator: 'The text of the exception in the alarm. `graft models verify`, look at the memory.',
    },
    (rng, countInjection) => {
      const error = rng.pick([
        new ModelError('the inference process has died'),
        new RangeError('Invalid typed array length: -1'),
        new TypeError("Cannot read properties of undefined (reading 'dims')"),
      ])
      return faulty(rng.int(6), () => (countInjection(), Promise.reject(error)))
    },
  ),
  learningClass(
    {
      id: 'model-critic-confidence',
      group: 'model',
      title: 'The critic’s confidence is no number, or none that can be',
      cause: 'NaN, infinity, below 0 or above 1 from a broken soft-max',
      declared: ['called-human'],
      why:
        'A probability outside 0…1 makes the confidence 0, and c < 0.3 calls a human: when in doubt it ' +
        'asks.',
      operator: 'An alarm `low_confidence` with every report. `graft models verify`.',
    },
    (rng, countInjection) => {
      const prob = rng.pick([Number.NaN, Infinity, -Infinity, -0.5, 1e9])
      const broken = (vision: VisionModel): VisionModel => ({
        ...vision,
        describe: async (request) => {
          const { text, tokens } = await vision.describe(request)
          countInjection()
          const at = rng.int(tokens.length)
          return { text, tokens: tokens.map((token, i) => (i === at ? { ...token, prob } : token)) }
        },
      })
      return { vision: broken }
    },
  ),
]

/** The shipped model answers until then, and then this does. */
const faulty = (from: number, answer: () => Promise<Described>): LearningOptions => {
  let n = 0
  return {
    vision: (vision) => ({
      ...vision,
      describe: (request) => (n++ < from ? vision.describe(request) : answer()),
    }),
  }
}

const described = (text: string, prob: number): Described => ({
  text,
  tokens: text.split(' ').map((word) => ({ text: word, prob })),
})
