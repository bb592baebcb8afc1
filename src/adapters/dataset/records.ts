import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Diagnostic } from '../../base/diagnostic.js'
import { sha256, type Json } from '../../base/hash.js'
import { err, ok, type Result } from '../../base/result.js'
import type { TraceEvent } from '../../bt/trace.js'
import type { CriticReport } from '../../mind/critic/report.js'

/**
 * A data set to train critics on (VRL-33): what was seen and done, what the critic said, and what was really wrong. Pictures
 * lie beside the lines under the hash of their bytes, so that equal pictures are kept once and no line names a path.
 */
export interface TrainingRecord {
  /** encoded pictures, for instance JPEG, in the order of the report's frames */
  readonly pictures: readonly Uint8Array[]
  readonly trace: readonly TraceEvent[]
  readonly report: CriticReport
  /** keys of the issues that were real: `orientation@2` */
  readonly truth: readonly string[]
}

const LINES = 'records.jsonl'
const PICTURES = 'pictures'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const line = z.strictObject({
  pictures: z.array(hash),
  trace: z.array(z.looseObject({ seq: z.int(), path: z.string().startsWith('/') })),
  report: z.looseObject({ mode: z.string(), s: z.number(), c: z.number() }),
  truth: z.array(z.string()),
})

/** Appends one record. A picture that is already there is not written again. */
export async function addRecord(folder: string, record: TrainingRecord): Promise<void> {
  await mkdir(join(folder, PICTURES), { recursive: true })
  const pictures: string[] = []
  for (const bytes of record.pictures) {
    const name = sha256(bytes)
    const path = join(folder, PICTURES, name)
    if (!(await exists(path))) await writeFile(path, bytes)
    pictures.push(name)
  }
  const { trace, report, truth } = record
  await appendFile(join(folder, LINES), `${JSON.stringify({ pictures, trace, report, truth })}\n`)
}

/**
 * Reads a data set back. A picture is found by its hash only, and its bytes must have that hash: a line cannot reach
 * outside the folder.
 */
export async function readRecords(folder: string): Promise<Result<TrainingRecord[], Diagnostic>> {
  const text = await readFile(join(folder, LINES), 'utf8')
  const records: TrainingRecord[] = []
  for (const [i, source] of text.split('\n').entries()) {
    if (source === '') continue
    const where = { file: join(folder, LINES), line: i + 1, column: 1 }
    const parsed = line.safeParse(jsonOf(source))
    if (!parsed.success) return err(problem('dataset.line', z.prettifyError(parsed.error), where))
    const pictures: Uint8Array[] = []
    for (const name of parsed.data.pictures) {
      const bytes = await readFile(join(folder, PICTURES, name)).catch(() => undefined)
      if (bytes === undefined || sha256(bytes) !== name) {
        return err(problem('dataset.picture', `picture ${name} is missing or changed`, where))
      }
      pictures.push(new Uint8Array(bytes))
    }
    const { trace, report, truth } = parsed.data as unknown as Omit<TrainingRecord, 'pictures'>
    records.push({ pictures, trace, report, truth })
  }
  return ok(records)
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const problem = (code: string, message: string, where: Diagnostic['where'] & object): Diagnostic => ({
  code,
  severity: 'error',
  message,
  where,
})
