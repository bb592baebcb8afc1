import type { Diagnostic } from '#base/diagnostic.js'
import { stageOf } from '../codes.js'

/** What BehaviorTree.CPP lets pass is an error in strict mode; traps of style stay warnings. */
export const strictly = (found: Diagnostic): Diagnostic =>
  found.severity === 'warning' && stageOf(found.code) !== 'lint' ? { ...found, severity: 'error' } : found
