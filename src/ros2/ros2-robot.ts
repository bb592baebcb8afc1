import type { DefinedRobot } from '#drivers/define-robot.js'
import { DriverSide, type DriverOffer } from '#drivers/driver-side.js'
import type { Mapping } from './mapping/mapping.js'
import { RosRobot, type RosRobotParts } from './robot/ros-robot.js'
import { factName } from './robot/topic-readings.js'

/**
 * Without a host it goes on saying stop for so long, ms, unless it stands before: ROS does not know that graft has
 * gone, and after a `kill -9` nobody else tells it.
 */
const LEAVE_MS = 60_000

/** A robot behind ROS 2 as a driver, and what it says of itself. */
export interface Ros2Robot extends DefinedRobot {
  readonly robot: RosRobot
}

/**
 * A driver of the robot that a mapping describes, over a link to its rosbridge, on which it listens from now on.
 * Permits, ids, SAFE and time limits are judged by `DriverSide`, as for every robot; it is SAFE at its start and
 * whenever the link is down.
 */
export function ros2Robot(parts: RosRobotParts): Ros2Robot {
  const { mapping } = parts
  const robot = new RosRobot(parts)
  return {
    name: mapping.name,
    stopMs: mapping.stopMs,
    leaveMs: Math.max(LEAVE_MS, mapping.stopMs),
    robot,
    start: ({ clock, boot }) => new DriverSide({ clock, offer: { ...offerOf(mapping), boot }, body: robot }),
  }
}

const offerOf = ({ name, skills, facts, stopMs, heartbeatMs }: Mapping): Omit<DriverOffer, 'boot'> => ({
  robot: name,
  skills: [...skills].map(([skill, { params, timeoutMs }]) => ({
    name: skill,
    params: Object.keys(params),
    timeoutMs,
  })),
  facts: [...new Set([...facts.keys()].map(factName))],
  pictures: [],
  stopMs,
  heartbeatMs,
})
