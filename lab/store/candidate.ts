import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { SiteRun } from '#adapters/store/site/site-run.js'
import type { SiteStore as Store } from '#adapters/store/site/site-store.js'
import { must } from '#base/result.js'
import { manifestOf, recordOf } from '#test/store/site/support/record.js'

/** commands that an episode journals */
export const COMMANDS = 12

/** A store of one checkout of graft, and how long its writes took, ms. */
export class Candidate {
  readonly name: string
  readonly commits: number[] = []
  readonly commands: number[] = []
  readonly #store: Store
  readonly #run: SiteRun

  private constructor(name: string, store: Store, run: SiteRun) {
    this.name = name
    this.#store = store
    this.#run = run
  }

  /** @param root of the checkout, a folder's URL */
  static async open(name: string, root: URL, dir: string): Promise<Candidate> {
    const program = new URL('src/adapters/store/site/site-store.ts', root)
    const { SiteStore } = (await import(program.href)) as { SiteStore: typeof Store }
    mkdirSync(dir, { mode: 0o700 })
    const store = must(SiteStore.open({ dir, now: Date.now, onProblem: fail }), 'a store')
    const run = must(await store.openRun(manifestOf({ episodes: 100_000 })), 'a run')
    return new Candidate(name, store, run)
  }

  /**
   * One as the virtual robot makes it: about 15 KB of rows, and six pictures of 35 KB, which are there
   * before it ends.
   */
  async episode(n: number): Promise<void> {
    for (let id = 1; id <= 6; id++) this.#run.saveFrame(n, `f${id}`, randomBytes(35_000))
    for (let id = 1; id <= COMMANDS; id++) {
      const entry = { kind: 'issued', at: id, session: 1, id, command: { move: id * 10 }, episode: n }
      this.commands.push(await timed(() => Promise.resolve(this.#run.command(entry as never))))
      this.#run.step({
        kind: 'X',
        episode: n,
        t: id,
        unit: 'u' as never,
        label: noise(40),
        status: 'SUCCESS',
      })
    }
    this.#run.saveLines(
      n,
      'trace',
      Array.from({ length: 60 }, (_, t) => ({ path: `/0/${noise(30)}`, t, to: 'RUNNING' }) as never),
    )
    this.commits.push(await timed(() => this.#run.commit(recordOf(n))))
  }

  async close(): Promise<void> {
    await this.#run.close('done')
    await this.#store.close()
  }
}

/** Text that does not get small by packing it. */
const noise = (length: number): string => randomBytes(length).toString('base64')

async function timed(action: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await action()
  return performance.now() - began
}

function fail(problem: { readonly code: string; readonly message: string }): void {
  throw new Error(`${problem.code}: ${problem.message}`)
}
