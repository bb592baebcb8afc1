import type { TestOptions } from 'vitest'
import { lackOf, type Lack, type Thing } from './things.js'

declare module 'vitest' {
  interface TaskMeta {
    /** what the test needs of the computer, there or not */
    needs?: readonly Thing[]
    /** what of it is not there: the reason of its skip */
    lacks?: readonly Lack[]
  }
}

/**
 * Options of a test, or of a group of them, that needs something of the computer beyond Node.js:
 *
 *     describe('kill -9', needs('strace'), () => { … })
 *     it('a longer one', { ...needs('root', 'hard links'), timeout: 60_000 }, () => { … })
 *
 * Where it is missing they are skipped and counted, with the reason; they never pass. The body of a group is entered all
 * the same: whatever takes a while belongs into its hooks.
 */
export function needs(...things: readonly Thing[]): Pick<TestOptions, 'skip' | 'meta'> {
  const lacks = things.flatMap((thing) => lackOf(thing) ?? [])
  return { skip: lacks.length > 0, meta: { needs: things, lacks } }
}
