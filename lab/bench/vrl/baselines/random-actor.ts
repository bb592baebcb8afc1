import type { ActorInput } from '#learning/field/actor/contract.js'
import { stream } from '#base/random.js'
import { ok } from '#base/result.js'
import { fixGrammar } from '#learning/field/actor/grammar/fix-grammar.js'
import type { Actor } from '#learning/actor/input.js'
import { propose, type ProposeDeps, type Speaker } from '#learning/field/actor/propose.js'
import { repliesOf } from './replies.js'

/**
 * Draws each reply from those that the grammar of the shipped model allows, all equally likely: what is left of the
 * language model when it knows nothing. Everything else is the product's: findings, grammar, twin, budget.
 *
 * @param luck names its stream of random numbers: seed, field
 * @param declines whether "no edit" is one of the replies; without, it is given only where nothing else is allowed
 */
export function createRandomActor(
  deps: ProposeDeps,
  luck: readonly (string | number)[],
  declines: boolean,
): Actor<ActorInput> {
  return {
    id: declines ? 'random' : 'random-edit',
    propose: (input, signal) => {
      const rng = stream(...luck, input.history.length, 'random-actor')
      const speaker: Speaker = {
        editsPerReply: 1,
        speak: ({ situation, library }) => {
          const all = repliesOf(fixGrammar({ situation, library, maxEdits: 1 }))
          const edits = all.filter((reply) => reply !== '[]')
          const text = rng.pick(declines || edits.length === 0 ? all : edits)
          return Promise.resolve(ok({ text, confidence: 1 / all.length }))
        },
      }
      return propose(deps, speaker, input, signal)
    },
  }
}
