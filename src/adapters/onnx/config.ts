import { z } from 'zod'
import { ModelError } from '../../mind/ports.js'
import { OVERVIEW, PATCH, PATCH_NAMES } from './patches.js'

const size = z.object({ width: z.int(), height: z.int() })

const schema = z.object({
  vocabulary: z.array(z.string()).min(2),
  patch: size,
  overview: size,
  patchNames: z.array(z.string()),
  /** tokens that stand for the picture, before the prompt's */
  visualTokens: z.int().positive(),
  promptWords: z.int().positive(),
  /** position of the answer's first word; each line of the answer takes `line` positions */
  answerAt: z.int().positive(),
  line: z.int().positive(),
  layers: z.int().positive(),
  heads: z.int().positive(),
  headSize: z.int().positive(),
  maxAnswerWords: z.int().positive(),
})

export type CriticConfig = z.infer<typeof schema>

/** @throws ModelError when the text is no config of this model, or was made for other picture sizes */
export function parseConfig(text: string, id: string): CriticConfig {
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new ModelError(`model ${id}: bad config.json: ${z.prettifyError(parsed.error)}`)
  const { patch, overview, patchNames } = parsed.data
  const theirs = JSON.stringify([patch, overview, patchNames])
  const ours = JSON.stringify([PATCH, OVERVIEW, PATCH_NAMES])
  if (theirs !== ours) throw new ModelError(`model ${id} was trained for pictures ${theirs}, not ${ours}`)
  return parsed.data
}
