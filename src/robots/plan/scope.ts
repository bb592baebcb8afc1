import type { NodeDef } from '#bt/document.js'
import { pointerKey } from '#bt/attributes.js'
import type { NodeLibrary } from '#bt/library.js'

/** The blackboard of one expanded tree: maps its keys to entries of the whole tree, as `subtreeBlackboard` does. */
export class Scope {
  readonly #parent: Scope | undefined
  readonly #id: string
  readonly #remaps = new Map<string, string>()
  readonly #literals = new Map<string, string>()
  readonly #autoremap: boolean
  /** trees being expanded, outermost first */
  readonly open: readonly string[]

  private constructor(id: string, open: readonly string[], parent?: Scope, autoremap = false) {
    this.#id = id
    this.open = open
    this.#parent = parent
    this.#autoremap = autoremap
  }

  static main(id: string): Scope {
    return new Scope('', [id])
  }

  /** Scope of the tree inside a SubTree node. @param path of that node */
  inside(def: NodeDef, path: string, library: NodeLibrary): Scope {
    const id = def.attrs['ID'] ?? ''
    const autoremap = /^(1|true)$/i.test(def.attrs['_autoremap'] ?? '')
    const inner = new Scope(path, [...this.open, id], this, autoremap)
    const written = Object.entries(def.attrs).filter(
      ([name]) => name !== 'ID' && name !== 'name' && /^[A-Za-z]/.test(name),
    )
    const defaults = (autoremap ? [] : (library.subtree(id)?.ports ?? [])).flatMap(
      ({ name, default: fallback }): [string, string][] =>
        def.attrs[name] === undefined && fallback !== undefined && fallback !== '' ? [[name, fallback]] : [],
    )
    for (const [port, text] of [...written, ...defaults]) {
      const key = pointerKey(text, port)
      if (key === undefined) inner.#literals.set(port, text)
      else inner.#remaps.set(port, key)
    }
    return inner
  }

  /** The entries that this tree starts with, and their texts. */
  get literals(): readonly (readonly [entry: string, text: string])[] {
    return [...this.#literals].map(([key, text]) => [this.entry(key), text])
  }

  /** The entry that a key refers to: equal for the same entry, whatever its name in each tree. */
  entry(key: string): string {
    if (key.startsWith('@')) return this.#root().entry(key.slice(1))
    const own = `${this.#id}:${key}`
    if (this.#parent === undefined || this.#literals.has(key)) return own
    const remapped = this.#remaps.get(key)
    if (remapped !== undefined) return this.#parent.entry(remapped)
    return this.#autoremap && !key.startsWith('_') ? this.#parent.entry(key) : own
  }

  #root(): Scope {
    return this.#parent === undefined ? this : this.#parent.#root()
  }
}
