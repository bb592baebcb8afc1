import { err, ok, type Result } from '#base/result.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, TreeDoc } from '../document.js'
import { attrOf, type XmlElement } from '../xml/element.js'
import { scanXml } from '../xml/scan.js'
import { indentBefore } from './layout.js'

/** A document's source text, with the elements that its trees and models were read from. */
export interface Source {
  readonly text: string
  readonly root: XmlElement
  /** `BehaviorTree` elements by tree ID; other trees of the document come from other files */
  readonly trees: ReadonlyMap<string, XmlElement>
  /** `SubTree` entries of `TreeNodesModel`s by ID */
  readonly models: ReadonlyMap<string, XmlElement>
  readonly style: Style
}

/** The style for new parts of the text. */
export interface Style {
  readonly newline: string
  /** one level of indentation */
  readonly unit: string
  /** node types that this text writes as `<Action ID="…"/>`, by ID */
  readonly generic: ReadonlyMap<string, string>
}

/** Reads a text; fails when `doc` was not read from it. */
export function readSource(text: string, doc: TreeDoc): Result<Source, Diagnostic> {
  const { root, wellFormed } = scanXml(text, '')
  if (root === undefined || !wellFormed) return err(otherText('the text is not well-formed XML'))
  const elements = root.children.filter(({ name }) => name === 'BehaviorTree')
  const trees = new Map(elements.map((each) => [attrOf(each, 'ID')?.value ?? nameOf(each, doc), each]))
  for (const [id, element] of trees) {
    const tree = doc.trees.find((each) => each.id === id)
    const node = element.children[0]
    if (tree === undefined) return err(otherText(`the text has a tree ${id}, the document does not`))
    if (node === undefined || !isOf(node, tree.root)) {
      return err(otherText(`tree ${id} differs between the text and the document`))
    }
  }
  const models = root.children
    .filter(({ name }) => name === 'TreeNodesModel')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'SubTree'))
  const byId = new Map(models.map((each) => [attrOf(each, 'ID')?.value ?? '', each]))
  return ok({ text, root, trees, models: byId, style: styleOf(text, root) })
}

/** The name that the reader assigned to a tree without an ID. */
const nameOf = (element: XmlElement, { trees }: TreeDoc): string =>
  trees.find(
    ({ id, root }) => /^BehaviorTree_\d+$/.test(id) && element.children.some((each) => isOf(each, root)),
  )?.id ?? ''

function isOf(element: XmlElement, node: NodeDef): boolean {
  if (element.children.length !== node.children.length) return false
  const written = isGeneric(element) ? element.attrs.filter(({ name }) => name !== 'ID') : element.attrs
  return (
    written.length === Object.keys(node.attrs).length &&
    written.every(({ name, value }) => node.attrs[name] === value) &&
    element.children.every((child, index) => isOf(child, node.children[index] as NodeDef))
  )
}

function styleOf(text: string, root: XmlElement): Style {
  const generic = new Map<string, string>()
  const visit = (element: XmlElement): void => {
    const id = attrOf(element, 'ID')?.value
    if (isGeneric(element) && id !== undefined) generic.set(id, element.name)
    element.children.forEach(visit)
  }
  for (const child of root.children) if (child.name === 'BehaviorTree') visit(child)
  return { newline: text.includes('\r\n') ? '\r\n' : '\n', unit: unitOf(text, root) ?? '  ', generic }
}

/** One level of indentation, taken from the first child on a line of its own. */
function unitOf(text: string, element: XmlElement): string | undefined {
  const own = indentBefore(text, element.span.start)
  for (const child of element.children) {
    const inner = indentBefore(text, child.span.start)
    if (own !== undefined && inner !== undefined && inner.length > own.length && inner.startsWith(own)) {
      return inner.slice(own.length)
    }
    const below = unitOf(text, child)
    if (below !== undefined) return below
  }
  return undefined
}

const otherText = (message: string): Diagnostic => ({
  code: 'write.other-text',
  severity: 'error',
  message,
  hint: 'pass the text that the document was read from',
})

/** `<Action ID="Go"/>` for `<Go/>` */
export const isGeneric = ({ name }: XmlElement): boolean => GENERIC.has(name)

const GENERIC: ReadonlySet<string> = new Set(['Action', 'Condition', 'Control', 'Decorator'])
