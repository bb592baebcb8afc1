import { err, ok } from '#base/result.js'
import type { ActorInput } from './contract.js'
import { ModelError, type Completed, type Completion, type LanguageModel } from '#learning/ports.js'
import { fitPrompt, type PromptInput, type PromptProfile } from './prompt/budget.js'
import { compactPrompt } from './prompt/compact.js'
import { fullPrompt } from './prompt/full.js'
import {
  agreementOf,
  confidenceOf,
  meanProbability,
  probabilityOf,
  type Calibration,
} from '#learning/actor/confidence.js'
import { fixGrammar } from './grammar/fix-grammar.js'
import { actorGrammar } from './grammar/grammar.js'
import type { Actor } from '#learning/actor/input.js'
import { printReply } from './language.js'
import { propose, type ProposeDeps, type Speaker } from './propose.js'
import { decide } from './rules.js'

export type ActorDeps = ProposeDeps & ModelSpeakerDeps

export interface ModelSpeakerDeps {
  readonly model: LanguageModel
  readonly profile: PromptProfile
  /** seed of the samples that the confidence is computed from; the reply itself is greedy */
  readonly seed: number
  /** without it the confidence is the mean token probability, and no samples are drawn */
  readonly calibration?: Calibration
  /** timeout of one reply, ms; the robot is at rest meanwhile, but a hanging model would block the run indefinitely */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 120_000
/** Token budget per edit of the reply. */
const TOKENS_PER_EDIT = { compact: 96, full: 160 } as const

/**
 * The product's actor: a language model writes the edits under a grammar generated for the current tree (VRL-04…07).
 */
export function createActor(deps: ActorDeps): Actor<ActorInput> {
  return { id: deps.model.id, propose: (input, signal) => propose(deps, modelSpeaker(deps), input, signal) }
}

/** The baseline `actor.backend: rules`: the teacher itself, without a model. */
export function createRulesActor(deps: ProposeDeps): Actor<ActorInput> {
  const speaker: Speaker = {
    editsPerReply: 1,
    speak: ({ situation }) => Promise.resolve(ok({ text: printReply(decide(situation, 1)), confidence: 1 })),
  }
  return { id: 'rules', propose: (input, signal) => propose(deps, speaker, input, signal) }
}

/** Adapts a language model to the loop: prompt, grammar, reply, confidence. */
export function modelSpeaker(deps: ModelSpeakerDeps & Pick<ProposeDeps, 'maxEdits'>): Speaker {
  const build = deps.profile === 'compact' ? compactPrompt : fullPrompt
  const grammar = deps.profile === 'compact' ? fixGrammarFor : grammarFor
  // the small model makes one edit at a time, and sees its result before the next
  const editsPerReply = deps.profile === 'compact' ? 1 : deps.maxEdits
  const maxTokens = TOKENS_PER_EDIT[deps.profile] * editsPerReply
  const speak: Speaker['speak'] = async (input, signal) => {
    try {
      const fitted = await fitPrompt(
        (level) => build(input, level),
        (text) => deps.model.countTokens(text),
        deps.model.contextSize - maxTokens,
      )
      if (!fitted) return err(`the prompt does not fit into the model's ${deps.model.contextSize} tokens`)
      const request = {
        prompt: fitted.prompt,
        grammar: grammar(input),
        maxTokens,
        temperature: 0,
        seed: deps.seed,
      }
      const write = (more: Partial<Completion>): Promise<Completed> =>
        completeInTime(deps.model, { ...request, ...more }, deps.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal)
      const done = await write({})
      if (!done.complete) return ok({ text: '', confidence: 0 })
      return ok({ text: done.text, confidence: await certaintyOf(done, deps, write) })
    } catch (error) {
      if (error instanceof ModelError && !signal?.aborted)
        return err(`the model gave no answer: ${error.message}`)
      throw error
    }
  }
  return { editsPerReply, speak }
}

async function certaintyOf(
  reply: Completed,
  { calibration, seed }: ModelSpeakerDeps,
  write: (more: Partial<Completion>) => Promise<Completed>,
): Promise<number> {
  if (calibration === undefined) return meanProbability(reply)
  return confidenceOf(probabilityOf(reply), await agreementOf(reply, seed, write), calibration)
}

const grammarFor = ({ actor, situation, library, maxEdits }: PromptInput): string =>
  actorGrammar({ situation, map: actor.map, library, maxEdits })

const fixGrammarFor = ({ situation, library, maxEdits }: PromptInput): string =>
  fixGrammar({ situation, library, maxEdits })

async function completeInTime(
  model: LanguageModel,
  request: Completion,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Completed> {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abort.abort()
      reject(new ModelError(`nothing within ${timeoutMs / 1000} s`))
    }, timeoutMs)
  })
  try {
    const either = signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal])
    return await Promise.race([model.complete({ ...request, signal: either }), late])
  } finally {
    clearTimeout(timer)
  }
}
