import type { Diagnostic, SourceRef } from '#base/diagnostic.js'

/** An XML element with the locations of everything that a message may point to. */
export interface XmlElement {
  readonly name: string
  readonly where: SourceRef
  readonly attrs: readonly XmlAttr[]
  readonly children: XmlElement[]
  /** text content including CDATA, trimmed; empty when there is none */
  text: string
  textWhere?: SourceRef
  readonly span: ElementSpan
}

/** Offsets in the text, for the writer that preserves unchanged parts. */
interface ElementSpan {
  start: number
  /** just after the `>` of the opening tag */
  openEnd: number
  /** at the `<` of the closing tag; for a self-closing element, its end */
  closeStart: number
  end: number
}

export interface XmlAttr {
  readonly name: string
  readonly value: string
  /** where its name begins */
  readonly where: SourceRef
  /** where its value begins: the first character after the quote */
  readonly place: SourceRef
  /** the raw value in the file, when it differs from the decoded one */
  readonly raw?: string
  /** from the first character of the name to just after the closing quote */
  readonly span: { readonly start: number; readonly end: number }
}

export interface XmlDocument {
  readonly root: XmlElement | undefined
  /** false when tags do not match: parents and child counts are then guesses */
  readonly wellFormed: boolean
  readonly diagnostics: readonly Diagnostic[]
}

export const attrOf = (element: XmlElement, name: string): XmlAttr | undefined =>
  element.attrs.find((attr) => attr.name === name)
