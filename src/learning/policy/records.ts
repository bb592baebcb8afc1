import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'

/** What the slots need from the store; each write is on disk when it resolves. */
export interface PolicyRows {
  slotEvents(field: string): readonly string[]
  /** atomic: all of them or none */
  addSlotEvents(field: string, events: readonly string[]): Promise<Result<unknown, Diagnostic>>
  /**
   * Fails when there is no such tree, or when its text no longer matches its hash.
   * @param hash complete, or its first digits
   */
  tree(hash: string): Result<{ readonly hash: string; readonly xml: string }, Diagnostic>
  /** also replaces a text that has changed */
  addTree(
    hash: string,
    xml: string,
    origin: { readonly parent: string | null; readonly author: string; readonly cause: string },
  ): Promise<Result<unknown, Diagnostic>>
}

export const changedActive = (field: string, hash: string): Diagnostic => ({
  code: 'policy.active-changed',
  severity: 'error',
  message: `the good tree ${hash} of field ${field} cannot be run: an older good tree takes its place`,
  hint: 'look at the disk; tree.slots shows what runs now, tree.stage puts the tree back on trial',
})

export const unknownTree = (hash: string, { message, hint }: Diagnostic): Diagnostic => ({
  code: 'policy.unknown-tree',
  severity: 'error',
  message: `there is no going back to ${hash}: ${message}`,
  ...(hint === undefined ? {} : { hint }),
})

export const unreadable = (field: string, got: string): Diagnostic => ({
  code: 'policy.unreadable',
  severity: 'error',
  message: `the policy slots of field ${field} cannot be read`,
  expected: 'events as graft writes them',
  got,
  hint: 'check the disk; restore the store from a copy',
})

/** Hashes, and the progress of the trial (`Snapshot.policy`). */
export interface PolicyStatus {
  readonly field: string
  readonly active: string
  readonly trial: {
    readonly hash: string
    readonly started: number
    readonly finished: number
    readonly needed: number
  } | null
}
