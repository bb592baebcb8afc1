import type { TreeDoc } from '#bt/document.js'
import type { Edit } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { treeHash } from '#bt/xml/write.js'
import { effectsOf } from '#learning/actor/repairs/edit-effects.js'

/**
 * Counts the edits of a run that take back an earlier one: a node that was put in is taken out, or the other
 * way round; a parameter gets the value that it had; a decorator comes and goes; or the edits lead to a tree
 * that ran before. Going back to the best tree is the loop's own decision and no edit.
 */
export class Undoings {
  readonly #done = new Set<string>()
  readonly #seen = new Set<string>()

  /** @param doc the tree of the episode, @param patch what the actor made of it; in the order of the run */
  count(doc: TreeDoc, patch: readonly Edit[]): number {
    this.#seen.add(treeHash(doc))
    let undone = 0
    for (const { did, inverse } of effectsOf(doc, patch)) {
      if (this.#done.has(inverse)) undone++
      this.#done.add(did)
    }
    const next = applyEdits(doc, patch)
    const back = patch.length > 0 && next.ok && this.#seen.has(treeHash(next.value))
    return undone === 0 && back ? 1 : undone
  }
}
