import { err } from '../../../base/result.js'
import type { Parts } from '../parts.js'
import type { Operations } from './operations.js'

type Commands = 'teleop.begin' | 'teleop.drive' | 'teleop.end'

/** Driving by hand. */
export const teleopOperations = (
  _parts: Parts,
): {
  readonly operations: Operations<Commands>
  readonly gone: (client: string) => void
} => {
  const none = { code: 'teleop.none', message: 'not yet' }
  return {
    operations: {
      'teleop.begin': () => err(none),
      'teleop.drive': () => err(none),
      'teleop.end': () => err(none),
    },
    gone: () => undefined,
  }
}
