import type { NodePath } from '#bt/document.js'
import type { FeedbackKind, SkillHost } from './host.js'

/** What a skill needs from its leaf to report its outcome. */
export interface SkillLeaf {
  readonly path: NodePath
  fail(reason: string): 'FAILURE'
}

/** Reports feedback and returns SUCCESS. */
export function done(
  host: Pick<SkillHost<never>, 'feedback'>,
  { path }: SkillLeaf,
  skill: string,
  text = 'done',
): 'SUCCESS' {
  host.feedback(path, skill, 'done', text)
  return 'SUCCESS'
}

/** Reports feedback, adds the reason to the trace and returns FAILURE. */
export function failed(
  host: Pick<SkillHost<never>, 'feedback'>,
  leaf: SkillLeaf,
  skill: string,
  { kind, text }: { readonly kind: FeedbackKind; readonly text: string },
): 'FAILURE' {
  host.feedback(leaf.path, skill, kind, text)
  return leaf.fail(`${kind}: ${text}`)
}
