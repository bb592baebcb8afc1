import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { treeIncludes } from '#app/tree-includes.js'
import type { TapeCase } from '#bt-tools/tape/case.js'
import type { CaseFiles } from '#bt-tools/tape/run-case.js'
import { readText } from '../input/read-text.js'

/** A runnable case, without what was recorded. */
export interface RunnableCase {
  readonly name: string
  readonly input: TapeCase
  readonly files: CaseFiles
}

/** Reads `NAME.expected.json` and the `NAME.xml` next to it; included files are in `NAME.files/`. */
export function readCase(file: string): Result<RunnableCase, Diagnostic> {
  const json = readText(file, 'a recorded case')
  if (!json.ok) return json
  const parsed = parseCase(json.value, file)
  if (!parsed.ok) return parsed
  const base = withoutSuffix(file)
  const xml = readText(`${base}.xml`, 'the tree of the case')
  if (!xml.ok) return xml
  const folder = `${base}.files`
  const load = treeIncludes(file)
  const files: CaseFiles = {
    xml: xml.value,
    file: `${basename(base)}.xml`,
    load: (path) =>
      load(isAbsolute(path) ? path : join(existsSync(folder) ? folder : join(base, '..'), path)),
  }
  return ok({ name: parsed.value.name ?? basename(base), input: parsed.value.case as TapeCase, files })
}

/** Reads the recording under `expect`, which only a comparison may see. */
export function readRecording(file: string): unknown {
  const json = readText(file, 'a recorded case')
  return json.ok ? (JSON.parse(json.value) as { readonly expect?: unknown }).expect : undefined
}

function parseCase(text: string, file: string): Result<z.infer<typeof CASE>, Diagnostic> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    return err(unusable(file, cause instanceof Error ? cause.message : String(cause)))
  }
  const checked = CASE.safeParse(json)
  if (checked.success) return ok(checked.data)
  const [issue] = checked.error.issues
  return err(unusable(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a case'}`))
}

const unusable = (file: string, got: string): Diagnostic => ({
  code: 'bt.case',
  severity: 'error',
  message: `${file} is not a case`,
  expected: '{"name": …, "case": {"steps": […], …}}',
  got,
})

const VALUES = z.record(z.string(), z.object({ type: z.string(), value: z.json() }))

const STEP = z.union([
  z.enum(['tick', 'tickOnce', 'tickWhileRunning', 'halt']),
  z.object({ set: VALUES }),
  z.object({ unset: z.string() }),
  z.object({ sleep_ms: z.number().nonnegative() }),
])

/** strips `expect` and all other keys */
const CASE = z.object({
  name: z.string().optional(),
  case: z.object({
    steps: z.array(STEP),
    blackboard: VALUES.optional(),
    global_blackboard: VALUES.optional(),
    enums: z.record(z.string(), z.number()).optional(),
    substitution: z.json().optional(),
    timed: z.boolean().optional(),
  }),
})

const SUFFIX = '.expected.json'

/** Resolves a path to cases: itself, or every `NAME.expected.json` in or below the folder, sorted by name. */
export function findCases(path: string): readonly string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
    .map((entry) => join(entry.parentPath, entry.name))
  return files.sort()
}

/** `a/b/NAME.expected.json` → `a/b/NAME` */
const withoutSuffix = (file: string): string => file.replace(/(\.expected)?\.json$/, '')
