import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, NodeKind, NodeSpec } from '#bt/document.js'
import type { PatchEdit } from '#bt/edit.js'
import type { NodeLibrary } from '#bt/library.js'
import { readSubtreeModels } from '#bt/xml/palette/subtree-models.js'
import { NodeReader } from '#bt/xml/read-node.js'
import { scanXml } from '#bt/xml/scan.js'
import { withoutPlaces } from '#bt/edit/same.js'

/**
 * Parses a patch given as JSON: a list of edits, each with `op`, its fields and `because`. A node is a piece of XML
 * (`"<Go to='1'/>"`) or an object with `id` and, as needed, `attrs`, `children` and `kind`; for types in the library
 * the kind is known. A model is XML as in a `TreeNodesModel`. All problems are reported at once, by edit number from 0.
 * Addresses are checked when the patch is applied.
 */
export function readPatch(
  text: string,
  library: NodeLibrary,
): Result<readonly PatchEdit[], readonly Diagnostic[]> {
  const reader = new PatchReader(library)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return err([problem('no JSON', error instanceof Error ? error.message : undefined)])
  }
  if (!Array.isArray(json))
    return err([problem('a patch is a list of edits', undefined, '[{ "op": …, "because": … }]')])
  const edits = json.flatMap((edit: unknown, number) => reader.edit(edit, number))
  return reader.problems.length > 0 ? err(reader.problems) : ok(edits)
}

type Field = 'address' | 'text' | 'text or null' | 'index' | 'node' | 'wrapper' | 'model' | 'place'

/** The fields that each edit needs; `place` is `parent` with `index` or `after`. */
const FIELDS: Readonly<Record<PatchEdit['op'], Readonly<Record<string, Field>>>> = {
  insert: { place: 'place', node: 'node' },
  remove: { at: 'address' },
  wrap: { at: 'address', with: 'wrapper' },
  unwrap: { at: 'address' },
  move: { at: 'address', place: 'place' },
  setAttr: { at: 'address', name: 'text', value: 'text or null' },
  replaceSubtree: { at: 'address', node: 'node' },
  addTree: { tree: 'text', root: 'node' },
  removeTree: { tree: 'text' },
  renameTree: { tree: 'text', to: 'text' },
  setMain: { tree: 'text' },
  setModel: { model: 'model' },
  removeModel: { model: 'text' },
}

class PatchReader {
  readonly problems: Diagnostic[] = []
  readonly #library: NodeLibrary
  #number = 0

  constructor(library: NodeLibrary) {
    this.#library = library
  }

  edit(json: unknown, number: number): PatchEdit[] {
    this.#number = number
    if (!isObject(json)) return this.#refuse('is no object')
    const { op } = json
    if (typeof op !== 'string' || !Object.hasOwn(FIELDS, op)) {
      const near = didYouMean(String(op), Object.keys(FIELDS))
      const hint = near === undefined ? Object.keys(FIELDS).join(', ') : `did you mean ${near}?`
      return this.#refuse(`has the unknown op ${JSON.stringify(op)}`, hint)
    }
    const fields = FIELDS[op as PatchEdit['op']]
    const read: Record<string, unknown> = { op, because: this.#text(json, 'because') }
    const known = new Set(['op', 'because'])
    for (const [name, field] of Object.entries(fields)) {
      const names = field === 'place' ? ['parent', 'after' in json ? 'after' : 'index'] : [name]
      for (const each of names) {
        known.add(each)
        read[each] = this.#field(json, each, field === 'place' && each === 'index' ? 'index' : field)
      }
    }
    for (const name of Object.keys(json)) {
      if (!known.has(name)) this.#refuse(`has the unknown field ${name}`, [...known].join(', '))
    }
    return [read as unknown as PatchEdit]
  }

  #field(json: Record<string, unknown>, name: string, field: Field): unknown {
    switch (field) {
      case 'address':
      case 'place':
      case 'text':
        return this.#text(json, name)
      case 'text or null':
        return json[name] === null ? null : this.#text(json, name)
      case 'index':
        if (!Number.isInteger(json[name])) this.#refuse(`needs ${name}, a whole number, or after`)
        return json[name]
      case 'node':
        return this.#node(json[name], name)
      case 'wrapper': {
        const { id, kind, attrs } = this.#node(json[name], name)
        return { id, kind, attrs }
      }
      case 'model':
        return this.#model(json[name])
    }
  }

  #text(json: Record<string, unknown>, name: string): string {
    const value = json[name]
    if (typeof value === 'string') return value
    this.#refuse(`needs ${name}, a text`)
    return ''
  }

  #node(json: unknown, name: string): NodeDef {
    if (typeof json === 'string') return this.#xmlNode(json, name)
    const bad = (): NodeDef => {
      this.#refuse(`needs ${name}, a node`, `"<Go to='1'/>" or { "id": "Go", "attrs": { "to": "1" } }`)
      return { id: '', kind: 'action', attrs: {}, children: [] }
    }
    if (!isObject(json) || typeof json['id'] !== 'string') return bad()
    const { id, kind, attrs = {}, children = [] } = json
    const texts = isObject(attrs) && Object.values(attrs).every((value) => typeof value === 'string')
    if (!texts || !Array.isArray(children) || (kind !== undefined && !KINDS.includes(kind as NodeKind)))
      return bad()
    const inner = children.map((child) => this.#node(child, name))
    const known = id === 'SubTree' ? 'subtree' : this.#library.get(id)?.kind
    const guess = inner.length > 0 ? 'control' : 'action'
    return {
      id,
      kind: known ?? (kind as NodeKind | undefined) ?? guess,
      attrs: attrs as NodeDef['attrs'],
      children: inner,
    }
  }

  #xmlNode(text: string, name: string): NodeDef {
    const { root, wellFormed, diagnostics } = scanXml(text, `edit ${this.#number}, ${name}`)
    this.problems.push(...diagnostics.filter(({ severity }) => severity === 'error'))
    if (root === undefined || !wellFormed) return { id: '', kind: 'action', attrs: {}, children: [] }
    const reader = new NodeReader(this.#library)
    const node = reader.read(root)
    this.problems.push(...reader.diagnostics.filter(({ severity }) => severity === 'error'))
    return withoutPlaces(node)
  }

  #model(json: unknown): NodeSpec | undefined {
    const { root } = scanXml(typeof json === 'string' ? `<TreeNodesModel>${json}</TreeNodesModel>` : '', '')
    const [model] = root === undefined ? [] : readSubtreeModels(root, this.problems)
    if (model === undefined)
      this.#refuse('needs model, XML', "\"<SubTree ID='Load'><input_port name='to'/></SubTree>\"")
    return model
  }

  #refuse(message: string, hint?: string): [] {
    this.problems.push(problem(`edit ${this.#number} ${message}`, undefined, hint))
    return []
  }
}

const KINDS: readonly NodeKind[] = ['control', 'decorator', 'action', 'condition', 'subtree']

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const problem = (message: string, got?: string, hint?: string): Diagnostic => ({
  code: 'edit.patch',
  severity: 'error',
  message,
  ...(got === undefined ? {} : { got }),
  ...(hint === undefined ? {} : { hint }),
})
