import { VirtualClock } from '#base/clock.js'
import type { BridgeLink } from '../bridge/bridge-link.js'
import { fieldAt } from '../bridge/json-object.js'
import type { Mapping } from '../mapping/mapping.js'
import { TopicReadings } from '../robot/topic-readings.js'
import { hasName, isSameType } from '../interfaces/names.js'
import { BridgeQuestions } from './bridge-questions.js'
import { checkStopTopics, checkTime, type CheckLine } from './check-stop.js'

interface Waits {
  readonly connectMs: number
  readonly topicsMs: number
}

/** Whether the robot has what a mapping names; nothing moves, no goal is sent and nothing is published. */
export async function checkRobot(
  mapping: Mapping,
  link: BridgeLink,
  { connectMs, topicsMs }: Waits = { connectMs: 3000, topicsMs: 3000 },
): Promise<readonly CheckLine[]> {
  const bridge = new BridgeQuestions(link)
  if (!(await bridge.connected(connectMs)))
    return [
      {
        state: 'missing',
        text: `rosbridge at ${mapping.url}: ${link.why}`,
        hint: 'ros2 launch rosbridge_server rosbridge_websocket_launch.xml',
      },
    ]
  const here: CheckLine = { state: 'there', text: `rosbridge at ${mapping.url}` }
  return [
    here,
    ...(await checkServers(mapping, bridge)),
    ...(await checkLifecycle(mapping, bridge)),
    ...(await checkStopTopics(mapping, bridge)),
    ...(await checkTopics(mapping, bridge, topicsMs)),
    ...(await checkTime(bridge)),
  ]
}

async function checkServers(mapping: Mapping, bridge: BridgeQuestions): Promise<readonly CheckLine[]> {
  const [actions, services] = [
    await bridge.names('/rosapi/action_servers', 'rosapi_msgs/srv/GetActionServers', {
      field: 'action_servers',
    }),
    await bridge.names('/rosapi/services', 'rosapi_msgs/srv/Services', { field: 'services' }),
  ]
  const wanted = [
    ...[...mapping.skills].map(([name, skill]) =>
      skill.kind === 'action'
        ? {
            what: `action ${skill.action}`,
            name: skill.action,
            among: actions,
            of: name,
          }
        : { what: `service ${skill.service}`, name: skill.service, among: services, of: name },
    ),
    ...mapping.stop.call
      // the services of an action are hidden: no list has them
      .filter(({ service }) => !service.includes('/_action/'))
      .map(({ service }) => ({ what: `service ${service}`, name: service, among: services, of: 'stop' })),
  ]
  return wanted.map(({ what, name, among, of }): CheckLine => {
    if (among === undefined)
      return { state: 'unknown', text: `${what} (${of}): rosapi does not answer`, hint: 'start rosapi_node' }
    return hasName(among, name)
      ? {
          state: 'there',
          text: `${what} (${of}${what.startsWith('action') ? '; rosapi does not tell its type' : ''})`,
        }
      : { state: 'missing', text: `${what} (${of})`, hint: 'is its node running, under this name?' }
  })
}

/** Nav2 refuses every goal until its lifecycle nodes are active. */
async function checkLifecycle(mapping: Mapping, bridge: BridgeQuestions): Promise<readonly CheckLine[]> {
  if (![...mapping.skills.values()].some(({ type }) => type.startsWith('nav2_msgs/action/'))) return []
  const answer = await bridge.call('/bt_navigator/get_state', 'lifecycle_msgs/srv/GetState')
  const label = fieldAt(answer, ['current_state', 'label'])
  if (typeof label !== 'string')
    return [{ state: 'unknown', text: 'bt_navigator does not tell its lifecycle state' }]
  return label === 'active'
    ? [{ state: 'there', text: 'bt_navigator is active' }]
    : [
        {
          state: 'missing',
          text: `bt_navigator is ${label.slice(0, 40)}, and refuses goals until it is active`,
          hint: 'ros2 lifecycle set /bt_navigator activate, or autostart: true for its lifecycle manager',
        },
      ]
}

/** A topic of another type: a bridge refuses to subscribe to it, or gives what has other fields. */
async function checkTypes(
  topics: ReadonlyMap<string, string>,
  bridge: BridgeQuestions,
): Promise<readonly CheckLine[]> {
  const lines: CheckLine[] = []
  for (const [topic, type] of topics) {
    const found = fieldAt(await bridge.call('/rosapi/topic_type', 'rosapi_msgs/srv/TopicType', { topic }), [
      'type',
    ])
    if (typeof found === 'string' && found !== '' && !isSameType(found, type, 'msg'))
      lines.push({
        state: 'missing',
        text: `${topic} has the type ${found.slice(0, 80)}, not ${type}`,
        hint: `type: ${found.slice(0, 80)}, with its fields; ros2 interface show ${found.slice(0, 80)}`,
      })
  }
  return lines
}

async function checkTopics(
  mapping: Mapping,
  bridge: BridgeQuestions,
  withinMs: number,
): Promise<readonly CheckLine[]> {
  const { facts, standing, estop, places } = mapping
  const readings = new TopicReadings(facts, places, new VirtualClock())
  const others = [standing, estop].flatMap((use) => (use === undefined ? [] : [use]))
  const topics = new Map([...facts.values(), ...others].map(({ topic, type }) => [topic, type]))
  const heard = await bridge.listen(topics, withinMs)
  for (const [topic, message] of heard) readings.receive(topic, message)
  const values = new Map(readings.fresh().map(({ fact, value }) => [fact, value]))
  return [
    ...(await checkTypes(topics, bridge)),
    ...[...facts].map(([fact, { topic }]): CheckLine => {
      const value = values.get(fact)
      if (value !== undefined) return { state: 'there', text: `${fact} is ${String(value)} (${topic})` }
      return heard.has(topic)
        ? {
            state: 'missing',
            text: `${fact}: what ${topic} says has not the field, or is of another frame`,
            hint: `ros2 topic echo ${topic}`,
          }
        : { state: 'missing', text: `${fact}: ${topic} says nothing`, hint: `ros2 topic hz ${topic}` }
    }),
    ...others.map(({ topic }): CheckLine =>
      heard.has(topic)
        ? { state: 'there', text: topic }
        : { state: 'missing', text: `${topic} says nothing`, hint: `ros2 topic hz ${topic}` },
    ),
  ]
}
