import { err, ok, type Result } from '#base/result.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { TreeDoc } from '#bt/document.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import type { Refusal } from '#console/host.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { type PolicyManager, openPolicy } from '#learning/policy/policy-manager.js'
import type { PolicyRules } from '#learning/policy/judge.js'
import type { PolicyStatus } from '#runtime/status/service-status.js'
import { asRefusal, refusalOf } from './refusal.js'
import { parseStored } from './trees/read-tree.js'
import type { TreeWorker } from './trees/tree-worker.js'
import type { SiteWorld } from './world/site-world.js'

export interface PolicyOptions {
  readonly store: SiteStore
  readonly world: Pick<SiteWorld, 'library' | 'task'>
  readonly trees: TreeWorker
  readonly rules: PolicyRules
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void
  readonly onChange: (status: PolicyStatus, what: string) => void
}

/** The policy slots of all fields: which tree is active where, which is on trial, and how it performs. */
export class Policies {
  readonly #options: PolicyOptions
  readonly #managers = new Map<string, Promise<Result<PolicyManager, Refusal>>>()
  /** fields of another world: the folder keeps what was learned there, for a service of that world */
  readonly #elsewhere = new Set<string>()
  #pending: Promise<unknown> = Promise.resolve()

  constructor(options: PolicyOptions) {
    this.#options = options
  }

  /** Counts starts that a crash left unfinished as failed. Call it once, before anything runs. */
  async recover(): Promise<void> {
    for (const field of this.#options.store.slotFields()) {
      const manager = await this.#manager(field)
      if (!manager.ok && ELSEWHERE.has(manager.error.code)) this.#elsewhere.add(field)
      const start = manager.ok ? asRefusal(await manager.value.atStart()) : manager
      if (!start.ok) this.#report(field, start.error)
      else start.value.problems.forEach((problem) => this.#options.log('error', describeProblem(problem)))
    }
  }

  /** The tree that a new run on this field starts with. */
  async start(field: string): Promise<Result<TreeDoc, Refusal>> {
    const manager = await this.#manager(field)
    if (!manager.ok) return manager
    const chosen = asRefusal(await manager.value.choose())
    if (!chosen.ok) return chosen
    const { run, why, problems } = chosen.value
    problems.forEach((problem) => this.#options.log('error', describeProblem(problem)))
    this.#options.onChange(manager.value.status(), `the run starts with tree ${run.slice(0, 8)}, ${why}`)
    return this.stored(run)
  }

  /** A stored tree that is to drive, by its hash or a prefix of it; one whose text has changed is refused. */
  stored(hash: string): Result<TreeDoc, Refusal> {
    const found = asRefusal(this.#options.store.tree(hash))
    if (!found.ok) return found
    return parseStored(found.value, this.#options.world.library)
  }

  /** Counts a start; the tree may run only after this resolves, when the count is on disk. */
  async countStart(field: string, doc: TreeDoc): Promise<void> {
    await this.idle()
    const manager = await this.#manager(field)
    const counted = manager.ok ? asRefusal(await manager.value.began(treeHash(doc))) : manager
    // a full disk stops recording before it stops driving
    if (!counted.ok)
      this.#options.log('error', `the start of a tree was not counted: ${counted.error.message}`)
    else if (manager.ok)
      this.#options.onChange(manager.value.status(), `tree ${treeHash(doc).slice(0, 8)} begins an episode`)
  }

  /** Records a committed episode; a tree that the actor edited is on trial from now on. */
  recordEpisode(field: string, doc: TreeDoc, record: EpisodeRecord, next: TreeDoc): void {
    this.#pending = this.idle().then(async () => {
      const manager = await this.#manager(field)
      if (!manager.ok) return
      const { score, refusals, endReason, update } = record
      const hash = treeHash(doc)
      const scored = asRefusal(
        await manager.value.finished(hash, { score: score.total, refusals: refusals.length, endReason }),
      )
      if (!scored.ok) this.#report(field, scored.error)
      if (update.decision === 'edited') {
        const cause = update.why.slice(0, MAX_CAUSE_LENGTH)
        const staged = asRefusal(
          await manager.value.proposed(update.nextHash, writeTree(next), {
            parent: hash,
            author: 'actor',
            cause,
          }),
        )
        if (!staged.ok) this.#report(field, staged.error)
      }
      this.#options.onChange(manager.value.status(), `episode ${record.episode} has ended`)
    })
  }

  /** The watchdog is about to restart the service: blames a tree on trial. */
  async healthFailure(field: string, why: string): Promise<void> {
    const manager = await this.#manager(field)
    if (manager.ok) await manager.value.healthFailure(why)
  }

  /** The slots of one field or of all. Read-only: a field on which nothing has run has none. */
  async slots(field: string | undefined): Promise<Result<readonly SlotsOfField[], Refusal>> {
    const kept = this.#options.store.slotFields().filter((each) => !this.#elsewhere.has(each))
    if (field === undefined) return this.#slotsOf(kept)
    if (kept.includes(field)) return this.#slotsOf([field])
    const known = await this.#options.world.task(field)
    return known.ok ? ok([]) : known
  }

  /** Puts an operator's tree on trial, after the same checks as every other. */
  async stage(
    field: string,
    xml: string,
    by: string,
    cause: string,
  ): Promise<Result<{ readonly hash: string }, Refusal>> {
    const checked = await this.#options.trees.check(xml, `the tree of ${by}`)
    if (!checked.ok) return checked
    const { tree } = checked.value
    const manager = await this.#existingFieldManager(field)
    if (!manager.ok) return manager
    const { hash } = tree
    const parent = manager.value.status().active
    const staged = asRefusal(
      await manager.value.proposed(hash, tree.xml, { parent, author: `operator:${by}`, cause }),
    )
    if (!staged.ok) return staged
    this.#options.onChange(manager.value.status(), `${by} stages tree ${hash.slice(0, 8)}: ${cause}`)
    return ok({ hash })
  }

  async rollback(
    field: string,
    by: string,
    to: string | undefined,
    cause: string,
  ): Promise<Result<{ readonly hash: string }, Refusal>> {
    const manager = await this.#existingFieldManager(field)
    if (!manager.ok) return manager
    const back = asRefusal(await manager.value.rollback(by, to, cause))
    if (!back.ok) return back
    this.#options.onChange(back.value, `${by} goes back to tree ${back.value.active.slice(0, 8)}: ${cause}`)
    return ok({ hash: back.value.active })
  }

  /** Resolves when everything reported so far is on disk. */
  async idle(): Promise<void> {
    await this.#pending
  }

  #report(field: string, { code, message }: Refusal): void {
    this.#options.log(ELSEWHERE.has(code) ? 'debug' : 'error', `policy of ${field}: ${message}`)
  }

  async #slotsOf(fields: readonly string[]): Promise<Result<readonly SlotsOfField[], Refusal>> {
    const all: SlotsOfField[] = []
    for (const field of fields) {
      // stored slots were opened at the start, or by the run that created them: opening one writes
      const manager = await (this.#managers.get(field) ?? err(notOpen(field)))
      if (!manager.ok) return manager
      const history = manager.value.history()
      all.push({ ...manager.value.status(), events: history.length, history: history.slice(-MAX_HISTORY) })
    }
    return ok(all)
  }

  /** Only for an existing field: a maintainer's typo must not be stored for ever. */
  async #existingFieldManager(field: string): Promise<Result<PolicyManager, Refusal>> {
    const known = await this.#options.world.task(field)
    return known.ok ? this.#manager(known.value.id) : known
  }

  #manager(field: string): Promise<Result<PolicyManager, Refusal>> {
    const known = this.#managers.get(field)
    if (known !== undefined) return known
    const opened = this.#open(field)
    this.#managers.set(field, opened)
    // one that could not be opened is retried
    void opened.then(({ ok: good }) => good || this.#managers.delete(field))
    return opened
  }

  async #open(field: string): Promise<Result<PolicyManager, Refusal>> {
    const { world, store, rules } = this.#options
    const task = await world.task(field)
    if (!task.ok) return task
    const read = task.value.initialTree()
    if (!read.ok) return err(refusalOf(read.error))
    return asRefusal(await openPolicy(store, field, read.value, rules))
  }
}

/** Status and the newest events of a field's slots. */
export interface SlotsOfField extends PolicyStatus {
  readonly events: number
  readonly history: readonly object[]
}

/** What a world says of a task of another one, and the fields of a task of a world. */
const ELSEWHERE: ReadonlySet<string> = new Set(['task.missing', 'field.unknown'])

const notOpen = (field: string): Refusal => ({
  code: 'policy.closed',
  message: `the policy slots of ${field} could not be opened`,
  hint: '`log` says why',
})

const describeProblem = ({ message, hint }: Diagnostic): string =>
  hint === undefined ? message : `${message} (${hint})`

const MAX_HISTORY = 50
const MAX_CAUSE_LENGTH = 500
