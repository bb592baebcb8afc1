import { z } from 'zod'
import { issuesInLine } from '#base/diagnostic.js'
import { ModelError } from '#learning/ports.js'
import { OVERVIEW, PATCH, PATCH_NAMES } from './field/patches.js'

const size = z.object({ width: z.int(), height: z.int() })

const schema = z.object({
  vocabulary: z.array(z.string()).min(2),
  patch: size,
  overview: size,
  patchNames: z.array(z.string()),
  /** tokens that represent the picture, placed before the prompt */
  visualTokens: z.int().positive(),
  /** number of words in the facts, and in the text that follows them in a second turn */
  promptWords: z.int().positive(),
  refutedWords: z.int().min(0).default(0),
  /** position of the answer's first word; each line of the answer spans `line` positions */
  answerAt: z.int().positive(),
  line: z.int().positive(),
  layers: z.int().positive(),
  heads: z.int().positive(),
  headSize: z.int().positive(),
  maxAnswerWords: z.int().positive(),
  /** class names of the encoder's heads, and the usual severity of each impact; absent = no draft */
  draft: z
    .object({
      faces: z.array(z.string()),
      track: z.array(z.string()),
      severities: z.record(z.string(), z.string()),
    })
    .optional(),
  /**
   * Maps the probability of the words to a confidence: 1 / (1 + e^−x), x = bias + slope · logit(p) + hidden · (share of
   * slots that the answer reports as hidden). `differ` and `astray` are terms that the critic adds to x for what it
   * finds out about the picture (`Doubts`). All are fitted jointly, on validation episodes only.
   */
  calibration: z
    .object({
      bias: z.number(),
      slope: z.number(),
      hidden: z.number(),
      differ: z.number().optional(),
      astray: z.number().optional(),
    })
    .optional(),
})

export type CriticConfig = z.infer<typeof schema>

/** @throws ModelError when the text is not a config of this model, or is for other picture sizes */
export function parseConfig(text: string, id: string): CriticConfig {
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new ModelError(`model ${id}: bad config.json: ${issuesInLine(parsed.error.issues)}`)
  const { patch, overview, patchNames } = parsed.data
  const theirs = JSON.stringify([patch, overview, patchNames])
  const ours = JSON.stringify([PATCH, OVERVIEW, PATCH_NAMES])
  if (theirs !== ours) throw new ModelError(`model ${id} was trained for pictures ${theirs}, not ${ours}`)
  return parsed.data
}
