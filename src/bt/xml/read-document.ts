import { didYouMean, type Diagnostic, type SourceRef } from '../../base/diagnostic.js'
import type { TreeDef, TreeDoc } from '../document.js'
import { LIMITS } from '../validate/limits.js'
import { attrOf, type XmlAttr, type XmlElement } from './element.js'
import type { NodeReader } from './read-node.js'
import { resolvePath } from './resolve-path.js'
import { scanXml } from './scan.js'

/** @param path the include's path, joined to the folder of the file that includes it */
export type IncludeLoader = (path: string) => string | undefined

/** Reads `<root>`: included documents first, then its trees; a later definition of a tree replaces an earlier one. */
export class DocumentReader {
  readonly diagnostics: Diagnostic[] = []
  readonly #nodes: NodeReader
  readonly #load: IncludeLoader | undefined
  readonly #loaded = new Set<string>()
  /** IDs of trees that stand there, also of those that are empty and could not be read */
  readonly #declared = new Set<string>()

  constructor(nodes: NodeReader, load: IncludeLoader | undefined) {
    this.#nodes = nodes
    this.#load = load
  }

  /** `undefined` when it cannot be told which tree is the main one. */
  read(root: XmlElement, file: string, given: readonly TreeDef[]): TreeDoc | undefined {
    this.#loaded.add(resolvePath('', file))
    this.#checkFormat(root)
    const included = this.#readIncludes(root, file)
    const own = this.#readTrees(root)
    const main = this.#mainTree(root, own, included)
    if (main === undefined) return undefined
    const ownIds = new Set(own.map((tree) => tree.id))
    const others = new Map([...given, ...included].map((tree) => [tree.id, tree]))
    return { main, trees: [...own, ...[...others.values()].filter((tree) => !ownIds.has(tree.id))] }
  }

  #checkFormat(root: XmlElement): void {
    if (root.name !== 'root') {
      const hint = `wrap it: <root BTCPP_format="4"><BehaviorTree ID="Main">…</BehaviorTree></root>`
      this.#error(root.where, 'bt.root', `the document begins with <${root.name}>`, {
        expected: '<root>',
        hint,
      })
    }
    const format = attrOf(root, 'BTCPP_format')
    if (root.name === 'root' && format?.value !== '4') {
      const where = format?.where ?? root.where
      const message = format === undefined ? 'BTCPP_format is missing' : `BTCPP_format is "${format.value}"`
      this.diagnostics.push({
        code: 'bt.format',
        severity: 'warning',
        message,
        where,
        hint: 'write BTCPP_format="4"',
      })
    }
  }

  #readTrees(root: XmlElement): TreeDef[] {
    if (root.name !== 'root') return []
    if (root.text !== '') this.#error(root.textWhere ?? root.where, 'bt.text', 'text between trees', {})
    const elements = root.children.filter((child) => child.name === 'BehaviorTree')
    for (const other of root.children.filter((child) => !TOP_LEVEL.has(child.name))) {
      const near = didYouMean(other.name, TOP_LEVEL)
      const hint = near === undefined ? 'put nodes into a <BehaviorTree>' : `did you mean ${near}?`
      this.#error(other.where, 'bt.unexpected-element', `<${other.name}> cannot stand here`, { hint })
    }
    return elements.flatMap((element) => this.#readTree(element, elements.length))
  }

  #readTree(element: XmlElement, count: number): TreeDef[] {
    const id = attrOf(element, 'ID')?.value ?? (count === 1 ? 'BehaviorTree' : undefined)
    const [first, ...rest] = element.children
    if (id !== undefined) this.#declared.add(id)
    if (id === undefined) this.#error(element.where, 'bt.missing-id', 'BehaviorTree needs an ID', {})
    if (element.text !== '') {
      this.#error(element.textWhere ?? element.where, 'bt.text', 'text between nodes', {})
    }
    if (first === undefined || rest.length > 0) {
      const got = String(element.children.length)
      const hint = first === undefined ? {} : { hint: 'put the nodes into a Sequence' }
      const message = `BehaviorTree ${id ?? ''} has ${got} children`
      this.#error(element.where, 'bt.children', message, { expected: 'exactly one node', got, ...hint })
    }
    if (first === undefined) return []
    for (const child of rest) this.#nodes.read(child)
    return [{ id: id ?? '', root: this.#nodes.read(first), where: element.where }]
  }

  #mainTree(root: XmlElement, own: readonly TreeDef[], included: readonly TreeDef[]): string | undefined {
    const named = attrOf(root, 'main_tree_to_execute')
    if (named !== undefined) {
      const ids = [...own, ...included].map((tree) => tree.id)
      if (ids.includes(named.value)) return named.value
      if (!this.#declared.has(named.value)) this.#unknownMain(named, ids)
      return own[0]?.id
    }
    const [only, ...more] = lastOfEach(own.length > 0 ? own : included)
    if (only !== undefined && more.length === 0) return only.id
    if (root.name === 'root' && (only !== undefined || this.#declared.size === 0)) {
      const hint =
        only === undefined ? 'add a <BehaviorTree>' : `add main_tree_to_execute="${only.id}" to <root>`
      this.#error(root.where, 'bt.main-tree', 'it is not clear which tree is the main one', { hint })
    }
    return only?.id
  }

  #unknownMain(named: XmlAttr, ids: readonly string[]): void {
    const near = didYouMean(named.value, ids)
    const hint = near === undefined ? `trees: ${ids.join(', ')}` : `did you mean ${near}?`
    this.#error(named.where, 'bt.main-tree', `main tree ${named.value} is not defined`, { hint })
  }

  #readIncludes(root: XmlElement, file: string): TreeDef[] {
    return root.children
      .filter((child) => child.name === 'include')
      .flatMap((include) => this.#readInclude(include, file))
  }

  #readInclude(include: XmlElement, file: string): TreeDef[] {
    const written = attrOf(include, 'path')
    if (written === undefined) {
      this.#error(include.where, 'bt.include', 'include needs a path', {})
      return []
    }
    const path = resolvePath(file, written.value)
    if (this.#loaded.has(path)) return []
    this.#loaded.add(path)
    const text = this.#loaded.size > LIMITS.includes ? undefined : this.#load?.(path)
    if (text === undefined) {
      this.#error(written.where, 'bt.include', `cannot include ${path}`, { hint: this.#includeHint() })
      return []
    }
    const { root, wellFormed, diagnostics } = scanXml(text, path)
    this.diagnostics.push(...diagnostics)
    if (root === undefined || !wellFormed) return []
    this.#checkFormat(root)
    return lastOfEach([...this.#readIncludes(root, path), ...this.#readTrees(root)])
  }

  #includeHint(): string {
    if (this.#load === undefined) return 'this text must stand alone: put the trees into it'
    return this.#loaded.size > LIMITS.includes ? `at most ${LIMITS.includes} documents` : 'no such file'
  }

  #error(
    where: SourceRef,
    code: string,
    message: string,
    more: Pick<Diagnostic, 'expected' | 'got' | 'hint'>,
  ): void {
    this.diagnostics.push({ code, severity: 'error', message, where, ...more })
  }
}

const TOP_LEVEL: ReadonlySet<string> = new Set(['BehaviorTree', 'TreeNodesModel', 'include'])

const lastOfEach = (trees: readonly TreeDef[]): TreeDef[] => [
  ...new Map(trees.map((tree) => [tree.id, tree])).values(),
]
