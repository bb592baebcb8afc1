import type { Diagnostic } from '#base/diagnostic.js'
import { stageOf } from '../codes.js'

/** The file itself first, then others, each by line and column; at the end what has no place. */
export function inOrder(found: readonly Diagnostic[], file: string): Diagnostic[] {
  const ranks = new Map([[file, 0]])
  for (const { where } of found) {
    if (where !== undefined && !ranks.has(where.file)) ranks.set(where.file, ranks.size)
  }
  const rank = ({ where }: Diagnostic): number =>
    where === undefined ? ranks.size : (ranks.get(where.file) ?? ranks.size)
  return [...found].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.where?.line ?? 0) - (b.where?.line ?? 0) ||
      (a.where?.column ?? 0) - (b.where?.column ?? 0),
  )
}

/** What BehaviorTree.CPP lets pass is an error in strict mode; traps of style stay warnings. */
export const strictly = (found: Diagnostic): Diagnostic =>
  found.severity === 'warning' && stageOf(found.code) !== 'lint' ? { ...found, severity: 'error' } : found
