import type { NodePath } from '#bt/document.js'
import type { FeedbackKind, SkillHost } from './host.js'

/** What the skills need of their leaf to tell how they ended. */
export interface SkillLeaf {
  readonly path: NodePath
  fail(reason: string): 'FAILURE'
}

/** SUCCESS, with feedback. */
export function done(host: SkillHost, { path }: SkillLeaf, skill: string, text = 'done'): 'SUCCESS' {
  host.feedback(path, skill, 'done', text)
  return 'SUCCESS'
}

/** FAILURE, with feedback, and the reason in the trace. */
export function failed(
  host: SkillHost,
  leaf: SkillLeaf,
  skill: string,
  { kind, text }: { readonly kind: FeedbackKind; readonly text: string },
): 'FAILURE' {
  host.feedback(leaf.path, skill, kind, text)
  return leaf.fail(`${kind}: ${text}`)
}
