import { readTrustedText } from '#documents/read-regular.js'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import type { Progress } from '#learning/field/actor/situation/finding.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'

/** One prompt of an examination: what the actor is told, and what each edit that it could make is worth. */
export interface Case {
  /** whose field, tree and episode it is; cases of one number share them */
  readonly stage: number
  readonly setup: FieldSetup
  readonly input: ActorInput
  readonly progress: Progress
  readonly refusals: readonly { readonly reply: string; readonly text: string }[]
  /** the issues' words as the training's critics would have said them, in the order of the report */
  readonly seenWords: readonly string[]
  /** replies that act on a supported finding, with their gain in points against leaving the tree as it is */
  readonly candidates: readonly (readonly [reply: string, gain: number])[]
}

export interface CaseFile {
  readonly split: string
  /** episodes behind each gain */
  readonly runs: number
  readonly cases: readonly Case[]
}

const mask = z.string().regex(/^[01]{4}$/)
const refusal = z.object({ reply: z.string(), text: z.string() })
const header = z.object({
  format: z.literal(1),
  kind: z.literal('actor-cases'),
  split: z.string(),
  runs: z.int().positive(),
})
const stage = z.object({
  map: z.looseObject({ id: z.string(), zones: z.array(z.looseObject({ id: z.int() })).min(1) }),
  orange: z.array(z.tuple([z.int(), mask])),
  start: z.object({ x: z.number(), y: z.number(), theta: z.number() }),
  tree: z.string(),
  trace: z.looseObject({ units: z.array(z.looseObject({})), failures: z.array(z.looseObject({})) }),
  score: z.looseObject({ lines: z.array(z.looseObject({})), total: z.number() }),
  blockInfo: z.array(z.looseObject({ zone: z.int(), slot: z.int() })).optional(),
  cases: z
    .array(
      z.object({
        report: z.looseObject({ issues: z.array(z.looseObject({ id: z.string() })) }).nullable(),
        seenWords: z.array(z.string()),
        history: z.array(z.looseObject({ episode: z.int() })),
        champion: z.looseObject({ meanScore: z.number() }).nullable(),
        done: z.array(z.string()),
        refused: z.array(z.string()),
        refusals: z.array(refusal),
        candidates: z.array(z.tuple([z.string(), z.number()])),
      }),
    )
    .min(1),
})

/** Reads a file of cases; the first line that does not fit refuses it, with its number. */
export function readCases(file: string, library: NodeLibrary): Result<CaseFile, Diagnostic> {
  let text: string
  try {
    text = readTrustedText(file)
  } catch (error) {
    return err(problem(file, 1, error instanceof Error ? error.message : String(error)))
  }
  const [first = '', ...rest] = text.split('\n').filter((line) => line !== '')
  const head = header.safeParse(json(first))
  if (!head.success) return err(problem(file, 1, `no header of actor cases: ${z.prettifyError(head.error)}`))
  const cases: Case[] = []
  for (const [i, line] of rest.entries()) {
    const read = stage.safeParse(json(line))
    if (!read.success) return err(problem(file, i + 2, z.prettifyError(read.error)))
    const tree = parseTree(read.data.tree, { file, library, load: () => undefined })
    if (!tree.ok) return err(problem(file, i + 2, tree.error[0]?.message ?? 'the tree is broken'))
    cases.push(...casesOf(read.data, tree.value, i))
  }
  return ok({ split: head.data.split, runs: head.data.runs, cases })
}

/** Shapes below the ones that are checked here come from our own writer; a hash in the manifest vouches for them. */
function casesOf(data: z.infer<typeof stage>, tree: TreeDoc, number: number): Case[] {
  const setup = { map: data.map, orange: new Map(data.orange), start: data.start } as unknown as FieldSetup
  const { map, trace, score, blockInfo } = data
  return data.cases.map(({ report, history, champion, done, refused, ...rest }) => ({
    ...rest,
    stage: number,
    setup,
    input: {
      ...{ tree, report, score, trace, history, champion, map },
      ...(blockInfo === undefined ? {} : { blockInfo }),
    } as unknown as ActorInput,
    progress: { done: new Set(done), refused: new Set(refused) },
  }))
}

function json(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const problem = (file: string, line: number, message: string): Diagnostic => ({
  code: 'bench.actor-cases',
  severity: 'error',
  message,
  where: { file, line, column: 1 },
  hint: 'make the file again: npx tsx lab/training/actor/write-cases.ts',
})
