import type { Diagnostic, SourceRef } from '../../base/diagnostic.js'

/** An XML element with the places of everything that a message may have to point to. */
export interface XmlElement {
  readonly name: string
  readonly where: SourceRef
  readonly attrs: readonly XmlAttr[]
  readonly children: XmlElement[]
  /** text inside, CDATA included, without blanks at its ends; empty when there is none */
  text: string
  textWhere?: SourceRef
}

export interface XmlAttr {
  readonly name: string
  readonly value: string
  readonly where: SourceRef
}

export interface XmlDocument {
  readonly root: XmlElement | undefined
  /** false when tags do not match: then parents and numbers of children are guesses */
  readonly wellFormed: boolean
  readonly diagnostics: readonly Diagnostic[]
}

export const attrOf = (element: XmlElement, name: string): XmlAttr | undefined =>
  element.attrs.find((attr) => attr.name === name)
