import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { SAID } from '#instructions/compose/likeliest.js'
import type { Composer } from './onnx-composer.js'
import { parseSorts } from './sorts.js'

/** The files of a composer, and that of the sorts of words. */
export interface ComposerFiles {
  readonly graph: string
  readonly encoding: string
  readonly sorts: string
}

const size = z.int().positive()

/** What `lab/training/composer` writes beside the graph: it has to say the same things of facts as this program. */
const encoding = z.object({
  labels: z
    .array(z.string())
    .refine((own) => own.join() === SAID.join(), 'other things that can be said of a fact'),
  vocabulary: z.record(z.string(), z.int().positive()),
  sizes: z.object({
    word: size,
    mention: size,
    thing: size,
    predicate: size,
    likeness: size,
    saying: size,
    relation: size,
    sorts: size,
    pieces: size,
    piecesOfWord: size,
    longest: size,
  }),
})

/** Opens a composer whose files have been checked against their manifest. */
export async function openComposerFiles({
  graph,
  encoding: about,
  sorts,
}: ComposerFiles): Promise<Result<Composer, Diagnostic>> {
  try {
    const { openComposer } = await import('./onnx-composer.js')
    const read = encoding.parse(JSON.parse(await readFile(about, 'utf8')))
    return ok(await openComposer(graph, { ...read, sorts: parseSorts(await readFile(sorts, 'utf8')) }))
  } catch (error) {
    return err({
      code: 'composer.unreadable',
      severity: 'error',
      message: `the composer in ${graph} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      expected: 'the files of models/composer as they ship',
      hint: 'restore them from the repository; without them every order is asked about',
    })
  }
}
