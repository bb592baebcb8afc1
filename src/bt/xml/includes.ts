import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { LIMITS } from '../limits.js'
import { attrOf, type XmlElement } from './element.js'
import { scanXml } from './scan.js'

/**
 * @param path the include's path, resolved against the folder of the including file
 * @returns the text; undefined when there is no such file; why it is not read, in words: `it is a folder`; or, as
 *   `outside`, a text of which nothing may be said unless it is a document with trees
 */
export type IncludeLoader = (
  path: string,
) => string | undefined | { readonly unreadable: string } | { readonly outside: string }

/** Finds and reads included files, each relative to the file that names it; rejects cycles and too many includes. */
export class Includes {
  readonly #load: IncludeLoader | undefined
  readonly #diagnostics: Diagnostic[]
  readonly #scanned = new Map<string, XmlElement | undefined>()
  readonly #open: string[] = []
  #count = 0

  constructor(load: IncludeLoader | undefined, diagnostics: Diagnostic[]) {
    this.#load = load
    this.#diagnostics = diagnostics
  }

  /**
   * Returns the root of the file, which counts as open until `close`; `undefined` after a problem, which is reported.
   */
  open(include: XmlElement, from: string): { readonly root: XmlElement; readonly file: string } | undefined {
    if (this.#open.length === 0) this.#open.push(resolvePath('', from))
    const written = attrOf(include, 'path')
    if (written === undefined) {
      return this.#refuse(include.where, 'bt.include', 'include needs a path', 'write <include path="…"/>')
    }
    const packageName = attrOf(include, 'ros_pkg')
    if (packageName !== undefined && !written.value.startsWith('/')) {
      const message = `cannot look into the ROS package ${packageName.value}: there is no ROS here`
      const hint = `write the file's path: path="…/${packageName.value}/${written.value}"`
      return this.#refuse(packageName.place, 'bt.include', message, hint)
    }
    const file = resolvePath(from, written.value)
    if (this.#open.includes(file)) {
      const trail = [...this.#open.slice(this.#open.indexOf(file)), file].join(' → ')
      return this.#refuse(
        written.place,
        'bt.include-loop',
        `${file} includes itself: ${trail}`,
        'remove one include',
      )
    }
    const root = this.#root(file, written.place)
    if (root === undefined) return undefined
    this.#open.push(file)
    return { root, file }
  }

  close(file: string): void {
    if (this.#open.at(-1) === file) this.#open.pop()
  }

  #root(file: string, where: SourceRef): XmlElement | undefined {
    this.#count += 1
    if (this.#count > LIMITS.includes) {
      const message = `cannot include ${file}: more than ${LIMITS.includes} includes`
      return this.#refuse(where, 'bt.include', message, 'put the trees into fewer files')
    }
    if (this.#scanned.has(file)) return this.#scanned.get(file)
    const loaded = this.#load?.(file)
    if (loaded === undefined || (typeof loaded !== 'string' && 'unreadable' in loaded)) {
      this.#scanned.set(file, undefined)
      const why = loaded === undefined ? '' : `: ${loaded.unreadable}`
      return this.#refuse(
        where,
        'bt.include',
        `cannot include ${file}${why}`,
        this.#hint(loaded !== undefined),
      )
    }
    const usable =
      typeof loaded === 'string' ? this.#scan(loaded, file) : this.#scanOutside(loaded.outside, file)
    this.#scanned.set(file, usable)
    return usable
  }

  #scan(text: string, file: string): XmlElement | undefined {
    const { root, wellFormed, diagnostics } = scanXml(text, file)
    this.#diagnostics.push(...diagnostics)
    return wellFormed ? root : undefined
  }

  /** Any file of the computer can be named: what is no document with trees is reported by its place alone. */
  #scanOutside(text: string, file: string): XmlElement | undefined {
    const { root, wellFormed, diagnostics } = scanXml(text, file)
    if (wellFormed && root?.name === 'root') {
      this.#diagnostics.push(...diagnostics)
      return root
    }
    const at = diagnostics.find(({ severity }) => severity === 'error')?.where ?? root?.where
    const hint =
      'its text is not shown, since it lies outside the folder of the tree: put a copy there to see it'
    return this.#refuse(
      at ?? { file, line: 1, column: 1 },
      'bt.include',
      `${file} is not a document with trees`,
      hint,
    )
  }

  #hint(isThere: boolean): string {
    if (this.#load === undefined) return 'includes are not possible here: put the trees into this text'
    return isThere ? 'name a file with behaviour trees that you may read' : 'there is no such file'
  }

  #refuse(where: SourceRef, code: string, message: string, hint: string): undefined {
    this.#diagnostics.push({ code, severity: 'error', message, where, hint })
    return undefined
  }
}

/**
 * Resolves a path against the folder of the file that names it, with `/` on every system: `a/b.xml` + `../c.xml` →
 * `c.xml`.
 */
function resolvePath(fromFile: string, path: string): string {
  const absolute = path.startsWith('/')
  const folder = absolute ? [] : fromFile.split('/').slice(0, -1)
  const parts: string[] = []
  for (const part of [...folder, ...path.split('/')]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part === '' || part === '.') continue
    else parts.push(part)
  }
  return (absolute || fromFile.startsWith('/') ? '/' : '') + parts.join('/')
}
