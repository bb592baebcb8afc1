import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'

/** What the slots ask of the store; each write is on the disk when it resolves. */
export interface PolicyRows {
  slotEvents(field: string): readonly string[]
  /** all of them or none */
  addSlotEvents(field: string, events: readonly string[]): Promise<Result<unknown, Diagnostic>>
  /**
   * Refused when there is none, or when its text is no longer the tree of that hash.
   * @param hash whole, or its first digits
   */
  tree(hash: string): Result<{ readonly hash: string; readonly xml: string }, Diagnostic>
  /** puts the text in the place of one that has changed, too */
  addTree(
    hash: string,
    xml: string,
    origin: { readonly parent: string | null; readonly author: string; readonly cause: string },
  ): Promise<Result<unknown, Diagnostic>>
}
