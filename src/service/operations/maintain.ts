import { ok } from '#base/result.js'
import type { Log } from '#adapters/systemd/log.js'
import type { FaultClearing } from '../motion/fault-clearing.js'
import type { Operations } from './operations.js'

/** What maintainers change while the service runs. */
export const maintainOperations = (
  log: Log,
  faults: FaultClearing,
): Operations<'log.level' | 'fault.inject'> => ({
  'log.level': ({ level }) => {
    log.setLevel(level)
    return ok({ level })
  },
  'fault.inject': ({ fault }) => faults.inject(fault),
})
