/**
 * When BehaviorTree.CPP 4.10 finds a problem, if it does: `load` while it reads and judges the documents, `create`
 * while it makes the nodes of the main tree; `lint` never, it only warns of a trap; `edit` when a patch is applied,
 * `register` when a user's node types are.
 */
export type Stage = 'load' | 'create' | 'lint' | 'edit' | 'register'

/** What a code means, for the page of error codes and for `explain`. */
export interface CodeInfo {
  readonly stage: Stage
  readonly title: string
  readonly explanation: string
  /** what is wrong, and how it is put right */
  readonly example: { readonly wrong: string; readonly right: string }
}

/** Makes the entries of a table of codes that show at one stage. */
export const code =
  (stage: Stage) =>
  (title: string, explanation: string, wrong: string, right: string): CodeInfo => ({
    stage,
    title,
    explanation,
    example: { wrong, right },
  })
