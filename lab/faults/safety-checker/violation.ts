/** What must never happen, whatever breaks. Judged from the wire, the drive and the simulated world alone. */
export const VIOLATIONS = {
  'wire-law':
    'an actuation without a permit, a permit or an id used for two commands, a command executed twice',
  'unpermitted-motion':
    'wheels or gripper began to move and no permitted, accepted, unfinished command explains it',
  'motion-without-heartbeat':
    'wheels still turned 250 ms and a ramp, or the gripper still moved 250 ms, after the last heartbeat ' +
    'had reached the controller',
  'motors-in-estop': 'the e-stop input was active for more than 2 ms and the motors were not yet cut',
  'motion-after-stop':
    'a STOP had reached the controller and the wheels turned beyond the ramp, or the gripper moved on',
  'drove-with-lift-down': 'the base moved while the lift was not up',
  'load-released': 'a cup that held a block let go although no release was under way',
  'frame-outside-running': 'the host wrote an actuation while its mode was not RUNNING',
  'hit-object':
    'the robot touched a person or a standing object while the point of it that touched moved at more than ' +
    '0.05 m/s; once for each encounter',
  'left-the-field':
    'some part of the robot, seen from above, was more than 5 mm beyond the border of the floor',
} as const satisfies Readonly<Record<string, string>>

export type ViolationKind = keyof typeof VIOLATIONS

export interface Violation {
  readonly kind: ViolationKind
  /** ms of the controller's time */
  readonly t: number
  readonly text: string
}
