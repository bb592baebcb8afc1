import type { Lint } from '../context.js'
import { boolLiteral } from './bool-literal.js'
import { bothSides } from './both-sides.js'
import { branchCount, keptRunning, skippedCondition } from './branches.js'
import { endlessLoop } from './endless-loop.js'
import { unusedKeys } from './keys.js'
import { literalOntoVariable } from './literal-onto-variable.js'
import { parallelEdges } from './parallel.js'
import { timerInReactive } from './timer-in-reactive.js'
import { unreachable } from './unreachable.js'

/** The traps that any tree may hold; each is silenced by mending or by leaving its lint out. */
export const BT_LINTS: readonly Lint[] = [
  unreachable,
  endlessLoop,
  timerInReactive,
  branchCount,
  skippedCondition,
  keptRunning,
  parallelEdges,
  boolLiteral,
  bothSides,
  literalOntoVariable,
  unusedKeys,
]
