import { next } from '../belief.js'
import { describePlace } from '../places.js'
import { VELOCITY_LIMIT, VELOCITY_TTL, velocityEnd, clearsShelf, staysInside } from './velocity-path.js'
import type { CommandOf, Rule } from './rule.js'
import { estopClear, liftUp, linkUp, positionKnown, rotatorAtRest } from './shared-checks.js'
import { pushesShelf } from './shelf-push.js'

type VelocityCommand = CommandOf<'jog'>

/**
 * Manual driving, one setpoint at a time. A setpoint may follow another while the robot moves: each is judged as if
 * it were the last, up to where the robot would stop after it has expired and braked.
 */
export const velocityRule: Rule<VelocityCommand> = {
  kind: 'jog',
  checks: [
    linkUp,
    estopClear,
    liftUp,
    rotatorAtRest,
    positionKnown,
    {
      id: 'jog-speed',
      text: `at most ${VELOCITY_LIMIT.linear} m/s and ${VELOCITY_LIMIT.angular} rad/s`,
      holds: (_, { vx, vy, wz }) =>
        Math.hypot(vx, vy) <= VELOCITY_LIMIT.linear && Math.abs(wz) <= VELOCITY_LIMIT.angular,
      explain: (_, { vx, vy, wz }) =>
        `${Math.hypot(vx, vy).toFixed(2)} m/s and ${Math.abs(wz).toFixed(2)} rad/s are too fast to drive by hand: ` +
        `at most ${VELOCITY_LIMIT.linear} m/s and ${VELOCITY_LIMIT.angular} rad/s`,
    },
    {
      id: 'jog-one-motion',
      text: 'it drives or it turns: who does both at once does not know where it goes',
      holds: (_, { vx, vy, wz }) => wz === 0 || (vx === 0 && vy === 0),
      explain: () => 'driving and turning at once is not for driving by hand: do one after the other',
    },
    {
      id: 'jog-short',
      text: `a setpoint lives ${VELOCITY_TTL.min} to ${VELOCITY_TTL.max} ms, whole ones`,
      holds: (_, { ttl }) => Number.isInteger(ttl) && ttl >= VELOCITY_TTL.min && ttl <= VELOCITY_TTL.max,
      explain: (_, { ttl }) =>
        `a setpoint of ${ttl} ms cannot be judged: ${VELOCITY_TTL.min} to ${VELOCITY_TTL.max} ms`,
    },
    {
      id: 'jog-inside-field',
      text:
        "where it stands at the latest, gripper and body are inside the field's border, or no nearer " +
        'to it than now',
      holds: ({ robot }, velocity, map) => staysInside(map, robot.pose, velocity),
      explain: ({ robot }, { wz }, map) =>
        wz === 0
          ? `the robot would come too near to the field's border: it is ` +
            `${describePlace(map, robot.place)}, drive another way`
          : "there is no room to turn: drive away from the field's border before",
    },
    {
      id: 'shelf-left-alone',
      text: 'the way does not push the shelf, and a turned robot keeps off it',
      holds: ({ robot, shelf }, velocity, map) =>
        !pushesShelf(map, shelf, robot.pose, velocityEnd(robot.pose, velocity)) &&
        clearsShelf(map, shelf, robot.pose, velocity),
      explain: () => 'the robot would push the shelf along: drive around it, or run CursorSequence',
    },
  ],
  // telemetry reports how far it really gets; until then it is between places
  effect: (state, velocity) =>
    next(state, {
      robot: {
        ...state.robot,
        place: 'between',
        pose: { ...state.robot.pose, ...velocityEnd(state.robot.pose, velocity) },
        moving: false,
      },
    }),
  expected: () => [{ kind: 'standing' }],
}
