import type { Diagnostic, SourceRef } from '#base/diagnostic.js'

/** An XML element with the places of everything that a message may have to point to. */
export interface XmlElement {
  readonly name: string
  readonly where: SourceRef
  readonly attrs: readonly XmlAttr[]
  readonly children: XmlElement[]
  /** text inside, CDATA included, without blanks at its ends; empty when there is none */
  text: string
  textWhere?: SourceRef
  readonly span: ElementSpan
}

/** Offsets in the text, for the writer that keeps what did not change. */
interface ElementSpan {
  start: number
  /** behind the `>` of the opening tag */
  openEnd: number
  /** at the `<` of the closing tag; of an element that closes itself, its end */
  closeStart: number
  end: number
}

export interface XmlAttr {
  readonly name: string
  readonly value: string
  /** where its name begins */
  readonly where: SourceRef
  /** where its value begins: the first character behind the quote */
  readonly place: SourceRef
  /** the value as it stands in the file, when that differs from what it means */
  readonly raw?: string
  /** from the first character of the name to behind the closing quote */
  readonly span: { readonly start: number; readonly end: number }
}

export interface XmlDocument {
  readonly root: XmlElement | undefined
  /** false when tags do not match: then parents and numbers of children are guesses */
  readonly wellFormed: boolean
  readonly diagnostics: readonly Diagnostic[]
}

export const attrOf = (element: XmlElement, name: string): XmlAttr | undefined =>
  element.attrs.find((attr) => attr.name === name)
