import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { ms } from '#base/units.js'
import { WebSocketLink } from './bridge/web-socket-link.js'
import type { Mapping } from './mapping/mapping.js'
import { ros2Robot, type Ros2Robot } from './ros2-robot.js'

/** a bridge that is there has answered within this time, and its topics have said something, ms */
const FIRST_WORDS_MS = 3000
/** how often it is looked, ms */
const LOOK_MS = 20

/**
 * Connects to the bridge of a mapping, and waits a little for it: whoever says hello next is then answered by a driver
 * that knows its robot. Without a bridge the driver starts all the same, SAFE, and goes on trying.
 * @param log told what belongs there, a line at a time
 */
export async function openRos2Robot(mapping: Mapping, log: (line: string) => void): Promise<Ros2Robot> {
  const link = new WebSocketLink(mapping.url)
  const clock = { now: () => ms(performance.now()) }
  const opened = ros2Robot({ mapping, link, clock, boot: randomUUID(), onNote: log })
  const end = performance.now() + FIRST_WORDS_MS
  const isReady = (): boolean => link.connected && opened.robot.silent().length === 0
  while (!isReady() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  if (!link.connected) log(`no connection to the ROS bridge at ${mapping.url} yet: ${link.why}`)
  else for (const { fact, topic } of opened.robot.silent()) log(`nothing is heard of ${fact} on ${topic} yet`)
  return opened
}
