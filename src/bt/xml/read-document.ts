import { didYouMean, type Diagnostic, type SourceRef } from '#base/diagnostic.js'
import type { NodeDef, NodeSpec, TreeDef, TreeDoc } from '../document.js'
import { attrOf, type XmlElement } from './element.js'
import { Includes, type IncludeLoader } from './includes.js'
import { mainTreeOf } from './main-tree.js'
import { readSubtreeModels } from './palette/subtree-models.js'
import { NO_ID } from '../attributes.js'
import { GENERIC, type NodeReader } from './read-node.js'

/** Reads `<root>`: included documents first, then its trees; a later definition of a tree replaces an earlier one. */
export class DocumentReader {
  readonly diagnostics: Diagnostic[] = []
  /** trees replaced by others with the same ID; they must still be valid */
  readonly replaced: TreeDef[] = []
  /**
   * IDs of nodes that the documents' own models describe; like BehaviorTree.CPP, we rely on the host's description
   * instead
   */
  readonly described = new Set<string>()
  readonly #nodes: NodeReader
  readonly #includes: Includes
  readonly #trees = new Map<string, TreeDef>()
  readonly #models = new Map<string, NodeSpec>()
  #unnamed = 0

  constructor(nodes: NodeReader, load: IncludeLoader | undefined) {
    this.#nodes = nodes
    this.#includes = new Includes(load, this.diagnostics)
  }

  /** @param given trees that the document may name without defining them */
  read(root: XmlElement, file: string, given: readonly TreeDef[]): TreeDoc {
    this.#readFile(root, file)
    const inFile = (tree: TreeDef): boolean => tree.where?.file === file
    const all = [...this.#trees.values()]
    const trees = [...all.filter(inFile), ...all.filter((tree) => !inFile(tree))]
    const found = mainTreeOf(root, trees, given)
    if (root.name === 'root') this.diagnostics.push(...found.diagnostics)
    const others = given.filter(({ id }) => !this.#trees.has(id))
    const models = [...this.#models.values()]
    return { main: found.main, trees: [...trees, ...others], ...(models.length === 0 ? {} : { models }) }
  }

  #readFile(root: XmlElement, file: string): void {
    this.#checkRoot(root)
    for (const include of root.children.filter(({ name }) => name === 'include')) {
      const opened = this.#includes.open(include, file)
      if (opened === undefined) continue
      this.#readFile(opened.root, opened.file)
      this.#includes.close(opened.file)
    }
    this.#readModels(root)
    const own = root.name === 'root' ? root.children.filter(({ name }) => name === 'BehaviorTree') : []
    for (const element of own) this.#register(this.#readTree(element, root.children.length))
  }

  #register(tree: TreeDef): void {
    const old = this.#trees.get(tree.id)
    // a file that is included twice redefines its trees, which is not a conflict
    if (old !== undefined && !samePlace(old, tree)) this.#replace(old, tree)
    this.#trees.delete(tree.id)
    this.#trees.set(tree.id, tree)
  }

  #replace(old: TreeDef, by: TreeDef): void {
    this.replaced.push(old)
    const here = `${by.where?.file ?? ''}:${by.where?.line ?? 0}`
    this.#warning(
      old.where,
      'bt.duplicate-tree',
      `tree ${old.id} is defined again at ${here}, which counts`,
      {
        hint: 'rename or remove one of them',
      },
    )
  }

  #checkRoot(root: XmlElement): void {
    if (root.name !== 'root') {
      const hint = `wrap it: <root BTCPP_format="4"><BehaviorTree ID="Main">…</BehaviorTree></root>`
      const more = { expected: '<root>', hint }
      this.#error(root.where, 'bt.root', `the document begins with <${root.name}>`, more)
      return
    }
    const format = attrOf(root, 'BTCPP_format')
    const hint = 'write BTCPP_format="4"'
    if (format === undefined) this.#warning(root.where, 'bt.no-format', 'BTCPP_format is missing', { hint })
    else if (format.value !== '4') {
      this.#warning(format.place, 'bt.format', `BTCPP_format is "${format.value}"`, { hint })
    }
    if (root.text !== '') this.#nodes.text(root, 'between trees')
    const models = root.children.some(({ name }) => name === 'TreeNodesModel')
    for (const other of root.children.filter(({ name }) => !TOP_LEVEL.has(name))) {
      const isNode = GENERIC.has(other.name) || other.name === 'SubTree'
      if (models && isNode && attrOf(other, 'ID') === undefined) {
        this.#error(other.where, 'bt.missing-id', `${other.name} needs an ID`, {})
      }
      const near = didYouMean(other.name, TOP_LEVEL)
      const hint = near === undefined ? 'put nodes into a <BehaviorTree>' : `did you mean ${near}?`
      this.#warning(other.where, 'bt.unexpected-element', `<${other.name}> is ignored here`, { hint })
    }
  }

  #readTree(element: XmlElement, count: number): TreeDef {
    const written = attrOf(element, 'ID')?.value
    const id = written ?? `BehaviorTree_${this.#unnamed++}`
    if ((written ?? '') === '' && count > 1) {
      this.#error(element.where, 'bt.missing-id', 'BehaviorTree needs an ID', { hint: 'write ID="…"' })
    }
    if (element.text !== '') this.#nodes.text(element, 'between nodes')
    const [first, ...rest] = element.children
    if (first === undefined || rest.length > 0) {
      const got = String(element.children.length)
      const hint = first === undefined ? {} : { hint: 'put the nodes into a Sequence' }
      const message = `BehaviorTree ${id} has ${got} children`
      this.#error(element.where, 'bt.children', message, { expected: 'exactly one node', got, ...hint })
    }
    for (const child of rest) this.#nodes.read(child)
    const { where } = element
    return { id, root: first === undefined ? { ...NO_NODE, where } : this.#nodes.read(first), where }
  }

  #readModels(root: XmlElement): void {
    const [first, second] = root.children.filter(({ name }) => name === 'TreeNodesModel')
    if (second !== undefined) {
      const hint = 'put all models into one'
      this.#error(second.where, 'bt.model', 'only one <TreeNodesModel> is allowed', { hint })
    }
    if (first === undefined) return
    for (const entry of first.children) this.described.add(attrOf(entry, 'ID')?.value ?? '')
    for (const spec of readSubtreeModels(first, this.diagnostics)) {
      const known = this.#models.get(spec.id)?.ports ?? []
      const names = new Set(spec.ports.map(({ name }) => name))
      const ports = [...known.filter(({ name }) => !names.has(name)), ...spec.ports]
      this.#models.set(spec.id, { ...spec, ports })
    }
  }

  #error(where: SourceRef, code: string, message: string, more: More): void {
    this.diagnostics.push({ code, severity: 'error', message, where, ...more })
  }

  #warning(where: SourceRef | undefined, code: string, message: string, more: More): void {
    const at = where === undefined ? {} : { where }
    this.diagnostics.push({ code, severity: 'warning', message, ...at, ...more })
  }
}

type More = Pick<Diagnostic, 'expected' | 'got' | 'hint'>

/** Placeholder for the root of an empty tree, which has already been reported. */
const NO_NODE: NodeDef = { id: NO_ID, kind: 'action', attrs: {}, children: [] }

const samePlace = ({ where: a }: TreeDef, { where: b }: TreeDef): boolean =>
  a?.file === b?.file && a?.line === b?.line && a?.column === b?.column

const TOP_LEVEL: ReadonlySet<string> = new Set(['BehaviorTree', 'TreeNodesModel', 'include'])
