import type { Diagnostic } from '#base/diagnostic.js'
import { must, err, ok, type Result } from '#base/result.js'
import { sha256 } from '#base/hash.js'
import { parseTree } from '#bt/xml/parse.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import type { TreeDoc } from '#bt/document.js'
import type { PolicyRows } from '#learning/policy/records.js'
import { readLibrary } from '#app/policy.js'

const library = readLibrary()

const docNamed = (name: string): TreeDoc =>
  must(
    parseTree(
      `<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess name="${name}"/></BehaviorTree></root>`,
      { file: 'test.xml', library },
    ),
    'a tree',
  )

export const initial = docNamed('initial')
export const initialHash = treeHash(initial)

export function treeNamed(name: string): { readonly hash: string; readonly xml: string } {
  const doc = docNamed(name)
  return { hash: treeHash(doc), xml: writeTree(doc) }
}

type Origin = Parameters<PolicyRows['addTree']>[2]

/** The store's promises, kept in memory. */
export class MemoryRows implements PolicyRows {
  readonly #events: string[] = []
  readonly #trees = new Map<string, string>()
  readonly origins = new Map<string, Origin>()
  full = false
  /** called before and after each write, where a test may let the process end */
  onWrite: () => void = () => undefined

  slotEvents(): readonly string[] {
    return this.#events
  }

  addSlotEvents(_field: string, events: readonly string[]): Promise<Result<null, Diagnostic>> {
    return this.#write(() => this.#events.push(...events))
  }

  tree(hash: string): Result<{ readonly hash: string; readonly xml: string }, Diagnostic> {
    const whole = [...this.#trees.keys()].find((each) => each.startsWith(hash))
    const xml = this.#trees.get(whole ?? '')
    if (whole === undefined || xml === undefined) return err(problem('test.no-tree'))
    return sha256(xml) === whole ? ok({ hash: whole, xml }) : err(problem('test.changed-tree'))
  }

  addTree(hash: string, xml: string, origin: Origin): Promise<Result<null, Diagnostic>> {
    return this.#write(() => {
      this.#trees.set(hash, xml)
      if (!this.origins.has(hash)) this.origins.set(hash, origin)
    })
  }

  /** A bit of it falls over. */
  damage(hash: string): void {
    this.#trees.set(hash, `${this.#trees.get(hash) ?? ''} `)
  }

  async #write(work: () => void): Promise<Result<null, Diagnostic>> {
    await Promise.resolve()
    if (this.full) return err(problem('test.full'))
    this.onWrite()
    work()
    this.onWrite()
    return ok(null)
  }
}

const problem = (code: string): Diagnostic => ({ code, severity: 'error', message: code })
