import type { BuiltIn } from './builtin.js'
import { asyncFallback, asyncSequence, fallback, sequence } from './control/in-order.js'
import { ifThenElse } from './control/if-then-else.js'
import { parallelAll } from './control/parallel-all.js'
import { parallel } from './control/parallel.js'
import { reactiveFallback, reactiveSequence } from './control/reactive.js'
import { sequenceWithMemory } from './control/sequence-with-memory.js'
import { switches } from './control/switch.js'
import { tryCatch } from './control/try-catch.js'
import { whileDoElse } from './control/while-do-else.js'
import { delay } from './decorator/delay.js'
import { forceFailure, forceSuccess, inverter } from './decorator/map-result.js'
import { keepRunningUntilFailure } from './decorator/keep-running-until-failure.js'
import { loops } from './decorator/loop.js'
import { precondition } from './decorator/precondition.js'
import { repeat } from './decorator/repeat.js'
import { retryUntilSuccessful } from './decorator/retry-until-successful.js'
import { runOnce } from './decorator/run-once.js'
import { skipUnlessUpdated, waitValueUpdate } from './decorator/skip-unless-updated.js'
import { timeout } from './decorator/timeout.js'
import { alwaysFailure, alwaysSuccess } from './leaf/always-success.js'
import { scriptCondition } from './leaf/script-condition.js'
import { script } from './leaf/script.js'
import { setBlackboard, unsetBlackboard } from './leaf/set-blackboard.js'
import { sleep } from './leaf/sleep.js'
import { wasEntryUpdated } from './leaf/was-entry-updated.js'

/** Every node type that needs no registration. `SubTree` is not one of them: the tree builder itself expands it. */
export const BUILTINS: readonly BuiltIn[] = [
  sequence,
  asyncSequence,
  sequenceWithMemory,
  reactiveSequence,
  fallback,
  asyncFallback,
  reactiveFallback,
  parallel,
  parallelAll,
  ifThenElse,
  whileDoElse,
  ...switches,
  tryCatch,
  retryUntilSuccessful,
  repeat,
  inverter,
  forceSuccess,
  forceFailure,
  keepRunningUntilFailure,
  runOnce,
  timeout,
  delay,
  precondition,
  skipUnlessUpdated,
  waitValueUpdate,
  ...loops,
  alwaysSuccess,
  alwaysFailure,
  script,
  scriptCondition,
  setBlackboard,
  unsetBlackboard,
  sleep,
  wasEntryUpdated,
]
