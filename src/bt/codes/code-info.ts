/**
 * When a problem is found. BehaviorTree.CPP 4.10 finds `load` problems while it reads and validates the documents and
 * `create` problems while it creates the nodes of the main tree; it never finds `lint` problems, which only warn of a
 * trap. `edit` is when a patch is applied, `register` when a user's node types are registered.
 */
export type Stage = 'load' | 'create' | 'lint' | 'edit' | 'register'

/** The meaning of a code, for the error-code page and for `explain`. */
export interface CodeInfo {
  readonly stage: Stage
  readonly title: string
  readonly explanation: string
  /** a faulty text and its correction */
  readonly example: { readonly wrong: string; readonly right: string }
}

/** Returns a factory for the codes of one stage. */
export const codesForStage =
  (stage: Stage) =>
  (title: string, explanation: string, wrong: string, right: string): CodeInfo => ({
    stage,
    title,
    explanation,
    example: { wrong, right },
  })
