import type { TeleopDesk } from '../motion/teleop-desk.js'
import type { Operations } from './operations.js'

type Commands = 'teleop.begin' | 'teleop.drive' | 'teleop.end'

/** Driving by hand. */
export const teleopOperations = (desk: TeleopDesk): Operations<Commands> => ({
  'teleop.begin': (_, who) => desk.begin(who),
  'teleop.drive': ({ session, ...wanted }, who) => desk.drive(session, wanted, who),
  'teleop.end': ({ session }, who) => desk.end(session, who),
})
