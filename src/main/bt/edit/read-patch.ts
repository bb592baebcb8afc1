import { z } from 'zod'
import { didYouMean, type Diagnostic } from '../../../base/diagnostic.js'
import { err, ok, type Result } from '../../../base/result.js'
import type { NodeDef } from '../../../bt/document.js'
import type { PatchEdit } from '../../../bt/edit.js'
import type { NodeLibrary } from '../../../bt/library.js'
import { parseNode } from '../../../bt/xml/parse.js'
import { readText } from '../common/read-text.js'

/**
 * Reads a patch: a JSON array of edits (docs/bt/edits.md). A node may be written as XML, `"<MoveToZone zone=\"1\"/>"`,
 * and `because` may be left out.
 */
export function readPatch(file: string, library: NodeLibrary): Result<readonly PatchEdit[], readonly Diagnostic[]> {
  const text = readText(file, 'a patch')
  if (!text.ok) return err([text.error])
  let json: unknown
  try {
    json = JSON.parse(text.value)
  } catch (cause) {
    return err([wrong(file, cause instanceof Error ? cause.message : String(cause))])
  }
  if (!Array.isArray(json)) return err([wrong(file, `${typeof json}, not a list`)])
  const problems: Diagnostic[] = []
  const schemas = editSchemas(nodeSchema(library, problems))
  const edits = json.map((edit: unknown, index) => {
    const before = problems.length
    const read = readEdit(edit, schemas)
    // what is wrong inside a node's XML was told there
    if (!read.ok && problems.length === before) problems.push(wrong(file, `edit ${index + 1}: ${read.error}`))
    return read.ok ? read.value : undefined
  })
  return problems.length > 0 ? err(problems) : ok(edits.filter((edit) => edit !== undefined))
}

function readEdit(edit: unknown, schemas: ReadonlyMap<string, z.ZodType>): Result<PatchEdit, string> {
  const op = typeof edit === 'object' && edit !== null && 'op' in edit ? edit.op : undefined
  if (typeof op !== 'string') return err('has no "op"')
  const schema = schemas.get(op)
  if (schema === undefined) {
    const near = didYouMean(op, schemas.keys())
    return err(`there is no operation ${op}${near === undefined ? '' : `; did you mean ${near}?`}`)
  }
  const parsed = schema.safeParse(edit)
  if (parsed.success) return ok(parsed.data as PatchEdit)
  const [issue] = parsed.error.issues
  return err(`${[op, ...(issue?.path ?? [])].join(', ')}: ${issue?.message ?? 'is wrong'}`)
}

const wrong = (file: string, got: string): Diagnostic => ({
  code: 'edit.patch',
  severity: 'error',
  message: `${file} is no patch`,
  expected: '[{"op": "setAttr", "at": "/0", "name": "zone", "value": "2"}, …]',
  got,
  hint: 'graft bt diff A.xml B.xml --json writes one; the operations are in docs/bt/edits.md',
})

/** A node as JSON, or as XML text, which is read against the library. */
function nodeSchema(library: NodeLibrary, problems: Diagnostic[]): z.ZodType {
  const text = z.string().transform((xml, context) => {
    const parsed = parseNode(xml, { file: 'node in the patch', library })
    if (parsed.ok) return parsed.value
    problems.push(...parsed.error)
    context.addIssue({ code: 'custom', message: 'is no node' })
    return z.NEVER
  })
  return z.union([text, JSON_NODE])
}

const KIND = z.enum(['control', 'decorator', 'action', 'condition', 'subtree'])
const ATTRS = z.record(z.string(), z.string())
const HEAD = { id: z.string(), kind: KIND, attrs: ATTRS }
const JSON_NODE: z.ZodType<NodeDef> = z.lazy(() => z.object({ ...HEAD, children: z.array(JSON_NODE) }))

const PORT_TYPE = z.looseObject({ kind: z.enum(['int', 'number', 'mask', 'enum', 'string', 'value']) })
const PORT = z.looseObject({
  name: z.string(),
  direction: z.enum(['in', 'out', 'inout']),
  type: PORT_TYPE,
  description: z.string(),
})
const MODEL = z.object({ id: z.string(), kind: KIND, description: z.string(), ports: z.array(PORT) })

/** By operation. A place is an index, or a sibling before it. */
function editSchemas(node: z.ZodType): ReadonlyMap<string, z.ZodType> {
  const at = z.string()
  const wrapper = z.union([node, z.object(HEAD)]).transform((made) => {
    const { id, kind, attrs } = made as NodeDef
    return { id, kind, attrs }
  })
  const place = { parent: at, index: z.number().int().nonnegative().optional(), after: at.optional() }
  const shapes: Readonly<Record<PatchEdit['op'], z.ZodRawShape>> = {
    insert: { node, ...place },
    remove: { at },
    wrap: { at, with: wrapper },
    unwrap: { at },
    move: { at, ...place },
    setAttr: { at, name: z.string(), value: z.string().nullable() },
    replaceSubtree: { at, node },
    addTree: { tree: at, root: node },
    removeTree: { tree: at },
    renameTree: { tree: at, to: at },
    setMain: { tree: at },
    setModel: { model: MODEL },
    removeModel: { model: at },
  }
  const because = z.string().default('patch')
  return new Map(
    Object.entries(shapes).map(([op, shape]) => {
      const schema = z.strictObject({ op: z.literal(op), because, ...shape })
      return [op, 'index' in shape ? schema.refine(hasOnePlace, { error: ONE_PLACE }) : schema]
    }),
  )
}

const hasOnePlace = (edit: object): boolean =>
  ('index' in edit && edit.index !== undefined) !== ('after' in edit && edit.after !== undefined)

const ONE_PLACE = 'needs either "index" or "after" to say which child it becomes'
