import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'

export const EPISODES = 'episodes.jsonl'
export const ABOUT = 'dataset.json'
export const PICTURES = 'pictures'

/** @param line of `episodes.jsonl`, from 1; without it the problem is one of the whole set */
export function problem(
  folder: string,
  code: `dataset.${string}`,
  message: string,
  more: {
    readonly line?: number
    readonly expected?: string
    readonly got?: string
    readonly hint?: string
  } = {},
): Diagnostic {
  const { line, ...rest } = more
  const where = line === undefined ? {} : { where: { file: join(folder, EPISODES), line, column: 1 } }
  return { code, severity: 'error', message, ...where, ...rest }
}
