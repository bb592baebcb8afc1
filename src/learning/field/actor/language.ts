import { z } from 'zod'
import { issuesInLine } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Address } from './address.js'

/**
 * The reply language (docs/actor-language.md): a JSON array of edits that name nodes by address and branches by form.
 * It is designed to be copied from the prompt; code turns it into `Edit`s. `why` comes first, so that the model settles
 * on the cause before it writes the fix.
 */
export type Draft = { readonly why: string } & DraftOp

export type DraftOp =
  | { readonly op: 'insert'; readonly place: Place; readonly node: NodeForm }
  | { readonly op: 'remove'; readonly at: Address }
  | { readonly op: 'wrap'; readonly at: Address; readonly node: NodeForm }
  | { readonly op: 'unwrap'; readonly at: Address }
  | { readonly op: 'move'; readonly at: Address; readonly place: Place }
  | { readonly op: 'setAttr'; readonly at: Address; readonly name: string; readonly value: string | null }
  | { readonly op: 'replaceSubtree'; readonly at: Address; readonly node: NodeForm }

/** `first` and `last` name the group that receives the node, `before` and `after` its neighbour. */
export interface Place {
  readonly where: 'after' | 'before' | 'first' | 'last'
  readonly of: Address
}

/** A library node or a named branch (`Transfer`, see forms.ts) with its parameters as text. */
export interface NodeForm {
  readonly id: string
  readonly attrs: Readonly<Record<string, string>>
}

const OPS = ['insert', 'remove', 'wrap', 'unwrap', 'move', 'setAttr', 'replaceSubtree'] as const
const PLACES = ['after', 'before', 'first', 'last'] as const
/** keys of an edit that are never a port's name */
export const RESERVED_KEYS: ReadonlySet<string> = new Set(['why', 'op', 'at', 'node', ...PLACES])

const rawEdit = z
  .object({ why: z.string().max(200), op: z.enum(OPS) })
  .catchall(z.union([z.string().max(200), z.number(), z.null()]))
type RawEdit = z.infer<typeof rawEdit>

/** @param maxEdits a reply with more edits is rejected as a whole: a flood is not a proposal */
export function parseReply(text: string, maxEdits: number): Result<readonly Draft[], string> {
  let json: unknown
  try {
    json = JSON.parse(stripNoise(text))
  } catch {
    return err('the reply is not a JSON array of edits')
  }
  const raw = z.array(rawEdit).max(maxEdits).safeParse(json)
  if (!raw.success)
    return err(`the reply does not follow the edit language: ${issuesInLine(raw.error.issues)}`)
  const drafts: Draft[] = []
  for (const edit of raw.data) {
    const draft = toDraft(edit)
    if (typeof draft === 'string') return err(draft)
    drafts.push({ why: edit.why, ...draft })
  }
  return ok(drafts)
}

/** The canonical text of a reply: keys in the grammar's order, no blanks. `parseReply` reads it back unchanged. */
export function printReply(drafts: readonly Draft[]): string {
  return `[${drafts.map(printDraft).join(',')}]`
}

/** Chat models reason aloud and fence their answers; both are stripped. What remains is still untrusted data. */
function stripNoise(text: string): string {
  const plain = text.replace(/<think>[\s\S]*?<\/think>/g, '')
  const start = plain.indexOf('[')
  const end = plain.lastIndexOf(']')
  return start >= 0 && end > start ? plain.slice(start, end + 1) : plain
}

function toDraft(raw: RawEdit): DraftOp | string {
  const { op } = raw
  const at = typeof raw['at'] === 'string' ? raw['at'] : undefined
  const place = placeIn(raw)
  const id = typeof raw['node'] === 'string' ? raw['node'] : undefined
  const node: NodeForm | undefined = id === undefined ? undefined : { id, attrs: attrsIn(raw) }
  switch (op) {
    case 'insert':
      return place && node
        ? { op, place, node }
        : 'insert needs a place (after, before, first or last) and a node'
    case 'remove':
    case 'unwrap':
      return at ? { op, at } : `${op} needs "at"`
    case 'wrap':
    case 'replaceSubtree':
      return at && node ? { op, at, node } : `${op} needs "at" and "node"`
    case 'move':
      return at && place ? { op, at, place } : 'move needs "at" and a place'
    case 'setAttr':
      return setAttrOf(raw, at)
  }
}

function setAttrOf(raw: RawEdit, at: string | undefined): DraftOp | string {
  const attrs = Object.entries(raw).filter(([key]) => !RESERVED_KEYS.has(key))
  const [first] = attrs
  if (!at || !first || attrs.length > 1) return 'setAttr needs "at" and exactly one attribute'
  return { op: 'setAttr', at, name: first[0], value: first[1] === null ? null : String(first[1]) }
}

function placeIn(raw: RawEdit): Place | undefined {
  for (const where of PLACES) {
    const of = raw[where]
    if (typeof of === 'string') return { where, of }
  }
  return undefined
}

const attrsIn = (raw: RawEdit): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw)
      .filter(([key, value]) => !RESERVED_KEYS.has(key) && value !== null)
      .map(([key, value]) => [key, String(value)]),
  )

function printDraft(draft: Draft): string {
  const head = { why: draft.why, op: draft.op }
  switch (draft.op) {
    case 'insert':
      return JSON.stringify({ ...head, [draft.place.where]: draft.place.of, ...printForm(draft.node) })
    case 'remove':
    case 'unwrap':
      return JSON.stringify({ ...head, at: draft.at })
    case 'wrap':
    case 'replaceSubtree':
      return JSON.stringify({ ...head, at: draft.at, ...printForm(draft.node) })
    case 'move':
      return JSON.stringify({ ...head, at: draft.at, [draft.place.where]: draft.place.of })
    case 'setAttr':
      return JSON.stringify({ ...head, at: draft.at, [draft.name]: scalar(draft.name, draft.value) })
  }
}

const printForm = (form: NodeForm): Record<string, string | number> => ({
  node: form.id,
  ...Object.fromEntries(Object.entries(form.attrs).map(([key, value]) => [key, scalar(key, value)])),
})

/** Numbers as numbers; a mask such as 1000 stays text though it looks like one. */
function scalar(name: string, value: string | null): string | number | null {
  if (value === null || name === 'mask' || name === 'flip') return value
  return /^(0|[1-9]\d*)(\.\d+)?$/.test(value) ? Number(value) : value
}
