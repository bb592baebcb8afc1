import type { NodeSpec, TreeDoc } from '../document.js'
import { attrOf, type XmlElement } from '../xml/element.js'
import { compose, linesText, withChunk, type Part } from './compose.js'
import { layoutOf, type Chunk } from './layout.js'
import { modelLines, modelText, type TextLine } from '../xml/write-model.js'
import type { Source } from './source.js'
import { patchedTag } from './tag.js'

/**
 * The changed models by their `TreeNodesModel` element: the new text, or `null` when the element is removed; a new
 * element is listed under `undefined`.
 */
export function modelParts(
  source: Source,
  before: TreeDoc,
  after: TreeDoc,
  chunkOf: ReadonlyMap<XmlElement, Chunk>,
): ReadonlyMap<XmlElement | undefined, Part | null> {
  const old = new Map((before.models ?? []).map((model) => [model.id, modelText(model)]))
  const now = new Map((after.models ?? []).map((model) => [model.id, model]))
  const changed = [...now.values()].filter((model) => old.get(model.id) !== modelText(model))
  const gone = [...old.keys()].filter((id) => !now.has(id))
  if (changed.length + gone.length === 0) return new Map()
  const homes = source.root.children.filter(({ name }) => name === 'TreeNodesModel')
  const parts = new Map<XmlElement | undefined, Part | null>()
  for (const home of homes) {
    const isLast = home === homes.at(-1)
    const children = modelChildren(source, home, changed, gone)
    const fresh = isLast
      ? changed.filter(({ id }) => !source.models.has(id)).map((model) => freshModel(source, model))
      : []
    const write = (): string =>
      compose(source, home, patchedTag(source.text, home, []), [...children, ...fresh])
    parts.set(
      home,
      home.children.length > 0 && children.length + fresh.length === 0
        ? null
        : { ...withChunk(chunkOf, home), write },
    )
  }
  if (homes.length === 0) {
    const lines = (indent: string | undefined): string => linesText(newModel(changed), indent, source.style)
    parts.set(undefined, { write: lines })
  }
  return parts
}

function modelChildren(
  source: Source,
  home: XmlElement,
  changed: readonly NodeSpec[],
  gone: readonly string[],
): Part[] {
  return layoutOf(source.text, home).chunks.flatMap((chunk): Part[] => {
    const { element } = chunk
    const id = element.name === 'SubTree' ? attrOf(element, 'ID')?.value : undefined
    if (id !== undefined && gone.includes(id)) return []
    const model = changed.find((each) => each.id === id)
    if (model !== undefined) return [{ chunk, ...freshModel(source, model) }]
    return [{ chunk, write: () => source.text.slice(element.span.start, element.span.end) }]
  })
}

const freshModel = (source: Source, model: NodeSpec): Part => ({
  write: (indent) => linesText(modelLines(model), indent, source.style),
})

const newModel = (models: readonly NodeSpec[]): TextLine[] => [
  { text: '<TreeNodesModel>', depth: 0 },
  ...models.flatMap((model) => modelLines(model, 1)),
  { text: '</TreeNodesModel>', depth: 0 },
]
