import type { NodeDef } from '../document.js'
import type { Matching } from '../edit/match/matching.js'
import type { IndexedNode } from '../edit/match/tree-indexer.js'
import type { XmlElement } from '../xml/element.js'
import { escapeXml } from '../entities.js'
import { closeTag, openTag } from '../xml/write.js'
import { compose, writeWithComments, type Part } from './compose.js'
import { indentBefore, layoutOf, reindent, type Chunk } from './layout.js'
import { isGeneric, type Source } from './source.js'
import { patchedTag, type AttrChange } from './tag.js'

/** Writes the nodes of a changed tree, keeping the original text of existing nodes. */
export class NodeWriter {
  readonly #source: Source
  readonly #matching: Matching
  readonly #elements = new Map<IndexedNode, XmlElement>()
  readonly #chunks = new Map<XmlElement, Chunk>()

  /** @param tree the `BehaviorTree` element that the old tree was read from */
  constructor(source: Source, matching: Matching, tree: XmlElement) {
    this.#source = source
    this.#matching = matching
    this.#remember(matching.a, tree.children[0] as XmlElement)
    this.#rememberChunks(tree)
  }

  part(b: IndexedNode): Part {
    const element = this.#elementOf(b)
    const chunk = element && this.#chunks.get(element)
    return { ...(chunk && { chunk }), write: (indent) => this.#write(b, element, indent) }
  }

  #write(b: IndexedNode, element: XmlElement | undefined, indent: string | undefined): string {
    if (element === undefined) return this.#writeNew(b, indent)
    const { text } = this.#source
    const from = indentBefore(text, element.span.start)
    const written = this.#isSame(b, element)
      ? text.slice(element.span.start, element.span.end)
      : this.#writeChanged(b, element)
    return from === undefined || indent === undefined ? written : reindent(written, from, indent)
  }

  #writeChanged(b: IndexedNode, element: XmlElement): string {
    const { text } = this.#source
    const parts = b.children.map((child) => this.part(child))
    const tag = patchedTag(text, element, attrChanges(element, b.node))
    const childless = parts.length === 0 && element.children.length === 0
    if (childless) return tag + text.slice(element.span.openEnd, element.span.end)
    return compose(this.#source, element, tag, parts)
  }

  #writeNew(b: IndexedNode, indent: string | undefined): string {
    const { text, style } = this.#source
    const generic = style.generic.get(b.node.id)
    const open = generic === undefined ? openTag(b.node) : genericTag(generic, b.node)
    if (b.children.length === 0) return open
    const inner = indent === undefined ? undefined : indent + style.unit
    const content = b.children
      .map((child) => writeWithComments(text, this.part(child), inner, style))
      .join('')
    const close = generic === undefined ? closeTag(b.node) : `</${generic}>`
    return `${open}${content}${indent === undefined ? '' : style.newline + indent}${close}`
  }

  #elementOf(b: IndexedNode): XmlElement | undefined {
    const a = this.#matching.toA.get(b)
    return a && this.#elements.get(a)
  }

  /** true when the element already matches the node and all its descendants */
  #isSame(b: IndexedNode, element: XmlElement): boolean {
    return (
      attrChanges(element, b.node).length === 0 &&
      b.children.length === element.children.length &&
      b.children.every((child, index) => {
        const inner = this.#elementOf(child)
        return inner !== undefined && inner === element.children[index] && this.#isSame(child, inner)
      })
    )
  }

  #remember(a: IndexedNode, element: XmlElement): void {
    this.#elements.set(a, element)
    a.children.forEach((child, index) => this.#remember(child, element.children[index] as XmlElement))
  }

  #rememberChunks(element: XmlElement): void {
    for (const chunk of layoutOf(this.#source.text, element).chunks) this.#chunks.set(chunk.element, chunk)
    for (const child of element.children) this.#rememberChunks(child)
  }
}

/** The attribute changes that the original tag needs. */
function attrChanges(element: XmlElement, node: NodeDef): AttrChange[] {
  const written = new Map(element.attrs.map(({ name, value }) => [name, value]))
  if (isGeneric(element)) written.delete('ID')
  const names = new Set([...written.keys(), ...Object.keys(node.attrs).sort()])
  return [...names].flatMap((name) => {
    const value = node.attrs[name] ?? null
    return (written.get(name) ?? null) === value ? [] : [[name, value] as const]
  })
}

function genericTag(name: string, node: NodeDef): string {
  return openTag({ ...node, kind: 'action', id: name, attrs: node.attrs }).replace(
    /^<(Action|Condition|Control|Decorator) ID="[^"]*"/,
    `<${name} ID="${escapeXml(node.id)}"`,
  )
}
