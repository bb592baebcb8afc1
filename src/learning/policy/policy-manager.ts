import { type PolicyStatus, changedActive, unknownTree, type PolicyRows, unreadable } from './records.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { type EndReason, INTERRUPTED } from '../episode.js'
import { readPolicyEvent, writePolicyEvent, type PolicyEvent } from './events.js'
import { applyPolicy, foldPolicy, onTrial, type PolicySlots } from './fold.js'
import { chooseTree, judgePolicy, type PolicyRules, POLICY_RULES } from './judge.js'

/** The tree a run starts with, and the problems found while choosing it, which must be reported prominently. */
export interface PolicyStart {
  readonly run: string
  readonly why: string
  readonly problems: readonly Diagnostic[]
}

export interface Origin {
  readonly parent: string | null
  readonly author: string
  readonly cause: string
}

/**
 * The policy slots of one field. Within a run Algorithm 1 decides which tree comes next (`slots.ts`); the manager
 * counts every tree that runs, and decides what the next run or the next start begins with (docs/policy-slots.md).
 * Operations are serialised: each waits for the write in progress.
 */
export class PolicyManager {
  readonly field: string
  readonly #rows: PolicyRows
  readonly #rules: PolicyRules
  readonly #initial: { readonly hash: string; readonly xml: string }
  #slots: PolicySlots
  #last: Promise<unknown> = Promise.resolve()

  constructor(rows: PolicyRows, field: string, initial: TreeDoc, rules: PolicyRules) {
    this.field = field
    this.#rows = rows
    this.#rules = rules
    this.#initial = { hash: treeHash(initial), xml: writeTree(initial) }
    this.#slots = foldPolicy(this.history())
  }

  /** Called first after a start: a tree that had begun and not finished counts as failed. */
  atStart(): Promise<Result<PolicyStart, Diagnostic>> {
    return this.#inTurn(async () => {
      const { running } = this.#slots
      if (running !== null) {
        const written = await this.#note([{ kind: 'start-failed', hash: running }])
        if (!written.ok) return written
      }
      return this.#pick()
    })
  }

  /** Chooses what the next run starts with. Trees whose text has changed are rejected and skipped. */
  choose(): Promise<Result<PolicyStart, Diagnostic>> {
    return this.#inTurn(() => this.#pick())
  }

  /** Records that a tree is about to run; it may run only if this succeeds. */
  began(hash: string): Promise<Result<null, Diagnostic>> {
    return this.#inTurn(() => this.#note([{ kind: 'began', hash }]))
  }

  /** Records that its episode has ended and is committed. */
  finished(
    hash: string,
    episode: { readonly score: number; readonly refusals: number; readonly endReason: EndReason },
  ): Promise<Result<null, Diagnostic>> {
    const scored = !INTERRUPTED.has(episode.endReason)
    return this.#inTurn(() => this.#note([{ kind: 'finished', hash, ...episode, scored }]))
  }

  /** Stages a tree. @param author `actor`, or `operator:NAME` */
  proposed(hash: string, xml: string, { parent, author, cause }: Origin): Promise<Result<null, Diagnostic>> {
    return this.#inTurn(async () => {
      const stored = await this.#rows.addTree(hash, xml, { parent, author, cause })
      if (!stored.ok) return stored
      return this.#note([{ kind: 'proposed', hash, parent, author, cause }])
    })
  }

  /** Records a failed health check of the service: a running tree on trial gets no second chance. */
  healthFailure(why: string): Promise<Result<null, Diagnostic>> {
    return this.#inTurn(async () => {
      const { running } = this.#slots
      return running === null ? ok(null) : this.#note([{ kind: 'health-failure', hash: running, why }])
    })
  }

  /**
   * An operator's rollback: to a tree by its hash; without one, away from everything on trial; or, if nothing is on
   * trial, to the previous good tree.
   */
  rollback(by: string, to: string | undefined, cause: string): Promise<Result<PolicyStatus, Diagnostic>> {
    return this.#inTurn(async () => {
      const tree = this.#rows.tree(to ?? this.#before())
      if (!tree.ok) return err(to === undefined ? tree.error : unknownTree(to, tree.error))
      const from = this.status().active
      const event = { kind: 'returned', from, to: tree.value.hash, by: `operator:${by}`, cause } as const
      const written = await this.#note([event])
      return written.ok ? ok(this.status()) : written
    })
  }

  status(): PolicyStatus {
    const active = this.#slots.active ?? this.#initial.hash
    const next = chooseTree(this.#slots, this.#rules)
    const tree = next === null || next.run === active ? undefined : this.#slots.trees.get(next.run)
    const needed = this.#rules.trialEpisodes
    return {
      field: this.field,
      active,
      trial:
        tree === undefined
          ? null
          : { hash: tree.hash, started: tree.starts, finished: tree.episodes.length, needed },
    }
  }

  /** All events of these slots, in order. */
  history(): readonly PolicyEvent[] {
    return this.#rows.slotEvents(this.field).map(readPolicyEvent)
  }

  get slots(): PolicySlots {
    return this.#slots
  }

  /** Stores the field's first tree, whose text this program carries: it can always be restored. */
  async begin(): Promise<Result<null, Diagnostic>> {
    const origin = { parent: null, author: 'initial', cause: 'shipped with graft' }
    const stored = await this.#rows.addTree(this.#initial.hash, this.#initial.xml, origin)
    if (!stored.ok) return stored
    return this.#slots.active === null
      ? this.#note([{ kind: 'initial', hash: this.#initial.hash }])
      : ok(null)
  }

  async #pick(): Promise<Result<PolicyStart, Diagnostic>> {
    const problems: Diagnostic[] = []
    for (;;) {
      const choice = chooseTree(this.#slots, this.#rules) ?? {
        run: this.#initial.hash,
        why: 'the first tree',
      }
      const tree = this.#rows.tree(choice.run)
      if (tree.ok) return ok({ ...choice, problems })
      problems.push(tree.error)
      if (choice.run === this.#initial.hash) {
        const restored = await this.begin()
        if (!restored.ok || !this.#rows.tree(choice.run).ok) return tree
        continue
      }
      if (choice.run === this.#slots.active) problems.push(changedActive(this.field, choice.run))
      const written = await this.#note([this.#retirement(choice.run, tree.error)])
      if (!written.ok) return written
    }
  }

  /**
   * The event that retires a tree that cannot be run: one on trial is rolled back, a good one yields to the previous
   * one.
   */
  #retirement(hash: string, { message }: Diagnostic): PolicyEvent {
    const cause = message
    if (hash !== this.#slots.active) return { kind: 'rolled-back', hash, by: 'graft', cause }
    const older = this.#slots.good.filter((each) => each !== hash)
    const to = older.findLast((each) => this.#rows.tree(each).ok) ?? this.#initial.hash
    return { kind: 'returned', from: hash, to, by: 'graft', cause }
  }

  #before(): string {
    const { good, active } = this.#slots
    if (onTrial(this.#slots).length > 0) return active ?? this.#initial.hash
    return good.at(-2) ?? active ?? this.#initial.hash
  }

  /** Writes events and their consequences atomically, and only then applies them. */
  async #note(events: readonly PolicyEvent[]): Promise<Result<null, Diagnostic>> {
    let slots = events.reduce(applyPolicy, this.#slots)
    const all = [...events]
    for (
      let more = judgePolicy(slots, this.#rules);
      more.length > 0;
      more = judgePolicy(slots, this.#rules)
    ) {
      all.push(...more)
      slots = more.reduce(applyPolicy, slots)
    }
    if (all.length === 0) return ok(null)
    const written = await this.#rows.addSlotEvents(this.field, all.map(writePolicyEvent))
    if (!written.ok) return written
    this.#slots = slots
    return ok(null)
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(action, action)
    this.#last = turn
    return turn
  }
}

/** Opens the policy slots of a field; a field without any starts with `initial`, which counts as good. */
export async function openPolicy(
  rows: PolicyRows,
  field: string,
  initial: TreeDoc,
  rules: PolicyRules = POLICY_RULES,
): Promise<Result<PolicyManager, Diagnostic>> {
  try {
    rows.slotEvents(field).forEach(readPolicyEvent)
  } catch (error) {
    return err(unreadable(field, error instanceof Error ? error.message : String(error)))
  }
  const manager = new PolicyManager(rows, field, initial, rules)
  const begun = await manager.begin()
  return begun.ok ? ok(manager) : begun
}
