import { createRequire } from 'node:module'
import type * as FastCheck from 'fast-check'

/**
 * What the tests import as `fast-check` in the sandbox: the same examples in every run, no time spent on making a
 * failing one small, and fewer examples while `globalThis.__few__` says so.
 */
interface Runs {
  readonly numRuns?: number
  readonly seed?: number
  readonly endOnFailure?: boolean
}

const above = new URL('../../../../../index.js', import.meta.url)
const real = createRequire(above)('fast-check') as typeof FastCheck

const few = (given: Runs = {}): Runs => ({
  seed: 1,
  ...given,
  ...((globalThis as { __few__?: boolean }).__few__ === true
    ? { numRuns: Math.min(given.numRuns ?? FEW, FEW) }
    : {}),
  endOnFailure: true,
})
const FEW = 40

const assert = (property: never, given?: Runs): unknown => real.assert(property, few(given))

// eslint-disable-next-line no-restricted-syntax -- stands for a package with a default export
export default { ...real, assert }
