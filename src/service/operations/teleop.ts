import type { TeleopManager } from '../motion/teleop-manager.js'
import type { Operations } from './operations.js'

type Commands = 'teleop.begin' | 'teleop.drive' | 'teleop.end'

/** Driving by hand. */
export const teleopOperations = (manager: TeleopManager): Operations<Commands> => ({
  'teleop.begin': (_, who) => manager.begin(who),
  'teleop.drive': ({ session, ...wanted }, who) => manager.drive(session, wanted, who),
  'teleop.end': ({ session }, who) => manager.end(session, who),
})
