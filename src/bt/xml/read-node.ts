import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { NO_ID } from '../attributes.js'
import type { NodeDef, NodeKind } from '../document.js'
import type { NodeLibrary } from '../library.js'
import { attrOf, type XmlAttr, type XmlElement } from './element.js'
import { shorten } from './element-stack.js'

/** Turns elements into nodes, both `<Action ID="X"/>` and `<X/>`, and records the location of each attribute. */
export class NodeReader {
  readonly diagnostics: Diagnostic[] = []
  readonly #library: NodeLibrary

  constructor(library: NodeLibrary) {
    this.#library = library
  }

  read(element: XmlElement): NodeDef {
    if (element.text !== '') this.text(element, 'between nodes')
    const { id, kind } = this.#type(element)
    if (id === 'ReactiveSequence') this.#noGenericChildren(element)
    const attrs = element.attrs.filter(({ name }) => !(name === 'ID' && GENERIC.has(element.name)))
    return {
      id,
      kind,
      attrs: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
      children: element.children.map((child) => this.read(child)),
      where: element.where,
      places: Object.fromEntries(attrs.map(({ name, place }) => [name, place])),
      written: Object.fromEntries(
        attrs.map(({ name, where, raw }) => [name, raw === undefined ? { where } : { where, raw }]),
      ),
    }
  }

  /** Reports text where only elements are expected. */
  text(element: XmlElement, where: string): void {
    const message = `text ${where} is ignored`
    this.#warn('bt.text', element.textWhere ?? element.where, message, {
      got: shorten(element.text),
    })
  }

  #type(element: XmlElement): { id: string; kind: NodeKind } {
    if (element.name === 'SubTree') return { id: 'SubTree', kind: 'subtree' }
    const declared = GENERIC.get(element.name)
    if (declared === undefined) return this.#known(this.#canonicalId(element.name, element.where), element)
    const attr = attrOf(element, 'ID')
    if (attr === undefined || attr.value === '') {
      const hint = `write <${element.name} ID="…"> with the name of the node`
      this.#error('bt.missing-id', attr?.where ?? element.where, `${element.name} needs an ID`, {
        hint,
      })
      return { id: NO_ID, kind: declared }
    }
    if (attr.value === 'SubTree') {
      const hint = 'write <SubTree ID="…"/> with the name of a tree'
      this.#error('bt.unknown-subtree', attr.place, 'there is no tree SubTree', { hint })
      return { id: NO_ID, kind: declared }
    }
    return this.#generic(attr, declared, element)
  }

  #generic(attr: XmlAttr, declared: NodeKind, element: XmlElement): { id: string; kind: NodeKind } {
    const type = this.#known(this.#canonicalId(attr.value, attr.where), element)
    if (this.#library.get(type.id) !== undefined && type.kind !== declared) {
      const message = `${type.id} is written as ${element.name} but is a ${type.kind}`
      this.#warn('bt.kind', element.where, message, { hint: `write <${type.id}>` })
    }
    return type
  }

  #known(id: string, element: XmlElement): { id: string; kind: NodeKind } {
    return { id, kind: this.#library.get(id)?.kind ?? (element.children.length > 0 ? 'control' : 'action') }
  }

  /** Most public trees use the spelling with one `s` (AMB-37). */
  #canonicalId(id: string, where: SourceRef): string {
    if (id !== 'RetryUntilSuccesful' || this.#library.get(id) !== undefined) return id
    const message = 'RetryUntilSuccesful is the old spelling of RetryUntilSuccessful'
    this.#warn('bt.old-spelling', where, message, { hint: 'write RetryUntilSuccessful' })
    return 'RetryUntilSuccessful'
  }

  /** BehaviorTree.CPP checks this rule by the tag's name, before it looks at the ID. */
  #noGenericChildren(element: XmlElement): void {
    for (const child of element.children.filter(({ name }) => name === 'BehaviorTree')) {
      const hint = 'move it beside the other trees and name it with <SubTree ID="…"/>'
      this.#error('bt.generic-in-reactive', child.where, 'a tree cannot be inside another', {
        hint,
      })
    }
    for (const child of element.children.filter(({ name }) => GENERIC.has(name))) {
      const id = attrOf(child, 'ID')?.value ?? 'Name'
      const message = `<${child.name} ID="…"> cannot be directly in a ReactiveSequence`
      this.#error('bt.generic-in-reactive', child.where, message, { hint: `write <${id}/>` })
    }
  }

  #error(code: string, where: SourceRef, message: string, more: More): void {
    this.diagnostics.push({ code, severity: 'error', message, where, ...more })
  }

  #warn(code: string, where: SourceRef, message: string, more: More): void {
    this.diagnostics.push({ code, severity: 'warning', message, where, ...more })
  }
}

type More = Pick<Diagnostic, 'got' | 'hint'>

export const GENERIC: ReadonlyMap<string, NodeKind> = new Map(
  Object.entries({
    Action: 'action',
    Condition: 'condition',
    Control: 'control',
    Decorator: 'decorator',
  } as const),
)
