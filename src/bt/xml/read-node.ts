import type { Diagnostic, SourceRef } from '../../base/diagnostic.js'
import type { NodeDef, NodeKind } from '../document.js'
import type { NodeLibrary } from '../library.js'
import type { LocateAttr } from '../validate/locate.js'
import { attrOf, type XmlElement } from './element.js'
import { shorten } from './element-stack.js'

/** Turns elements into nodes, both `<Action ID="X"/>` and `<X/>`, and remembers where each attribute stood. */
export class NodeReader {
  readonly diagnostics: Diagnostic[] = []
  readonly #library: NodeLibrary
  readonly #places = new Map<NodeDef, ReadonlyMap<string, SourceRef>>()

  constructor(library: NodeLibrary) {
    this.#library = library
  }

  readonly locate: LocateAttr = (node, attr) => this.#places.get(node)?.get(attr) ?? node.where

  read(element: XmlElement): NodeDef {
    const children = element.children.map((child) => this.read(child))
    if (element.text !== '') {
      this.#report(element, 'error', 'bt.text', 'text between nodes', shorten(element.text))
    }
    const { id, kind } = this.#type(element)
    const generic = GENERIC.get(element.name) !== undefined
    const attrs = element.attrs.filter((attr) => !(generic && attr.name === 'ID'))
    const node = {
      id,
      kind,
      attrs: Object.fromEntries(attrs.map((a) => [a.name, a.value])),
      children,
      where: element.where,
    }
    this.#places.set(node, new Map(attrs.map((attr) => [attr.name, attr.where])))
    return node
  }

  #type(element: XmlElement): { id: string; kind: NodeKind } {
    if (element.name === 'SubTree') return { id: 'SubTree', kind: 'subtree' }
    const declared = GENERIC.get(element.name)
    if (declared === undefined) return this.#known(this.#canonicalId(element, element.name), element)
    const id = attrOf(element, 'ID')?.value
    if (id === undefined) {
      this.#report(element, 'error', 'bt.missing-id', `${element.name} needs an ID`)
      return { id: element.name, kind: declared }
    }
    const type = this.#known(this.#canonicalId(element, id), element)
    if (this.#library.get(type.id) !== undefined && type.kind !== declared) {
      this.#report(element, 'warning', 'bt.kind', `${id} is written as ${element.name} but is a ${type.kind}`)
    }
    return type
  }

  #known(id: string, element: XmlElement): { id: string; kind: NodeKind } {
    return { id, kind: this.#library.get(id)?.kind ?? (element.children.length > 0 ? 'control' : 'action') }
  }

  /** The spelling with one `s` stands in most public trees (AMB-37). */
  #canonicalId(element: XmlElement, id: string): string {
    if (id !== 'RetryUntilSuccesful') return id
    this.#report(
      element,
      'warning',
      'bt.old-spelling',
      'RetryUntilSuccesful is the old spelling of RetryUntilSuccessful',
    )
    return 'RetryUntilSuccessful'
  }

  #report(
    element: XmlElement,
    severity: Diagnostic['severity'],
    code: string,
    message: string,
    got?: string,
  ): void {
    const where = (code === 'bt.text' ? element.textWhere : undefined) ?? element.where
    this.diagnostics.push({ code, severity, message, where, ...(got === undefined ? {} : { got }) })
  }
}

const GENERIC: ReadonlyMap<string, NodeKind> = new Map(
  Object.entries({
    Action: 'action',
    Condition: 'condition',
    Control: 'control',
    Decorator: 'decorator',
  } as const),
)
