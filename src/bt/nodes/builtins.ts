import type { BuiltIn } from './builtin.js'
import { fallback } from './control/fallback.js'
import { parallel } from './control/parallel.js'
import { reactiveFallback } from './control/reactive-fallback.js'
import { reactiveSequence } from './control/reactive-sequence.js'
import { sequenceWithMemory } from './control/sequence-with-memory.js'
import { sequence } from './control/sequence.js'
import { delay } from './decorator/delay.js'
import { forceFailure } from './decorator/force-failure.js'
import { forceSuccess } from './decorator/force-success.js'
import { inverter } from './decorator/inverter.js'
import { keepRunningUntilFailure } from './decorator/keep-running-until-failure.js'
import { repeat } from './decorator/repeat.js'
import { retryUntilSuccessful } from './decorator/retry-until-successful.js'
import { timeout } from './decorator/timeout.js'
import { alwaysFailure } from './leaf/always-failure.js'
import { alwaysSuccess } from './leaf/always-success.js'

/** Every node type that needs no registration. `SubTree` is not among them: the tree builder itself opens it. */
export const BUILTINS: readonly BuiltIn[] = [
  sequence,
  sequenceWithMemory,
  reactiveSequence,
  fallback,
  reactiveFallback,
  parallel,
  retryUntilSuccessful,
  repeat,
  inverter,
  forceSuccess,
  forceFailure,
  keepRunningUntilFailure,
  timeout,
  delay,
  alwaysSuccess,
  alwaysFailure,
]
