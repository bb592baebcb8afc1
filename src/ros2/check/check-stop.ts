import { fieldAt } from '../bridge/json-object.js'
import { isSameType } from '../interfaces/names.js'
import type { Mapping } from '../mapping/mapping.js'
import type { BridgeQuestions } from './bridge-questions.js'

/** One thing that was looked at on the robot. */
export interface CheckLine {
  readonly state: 'there' | 'missing' | 'unknown'
  readonly text: string
  /** what to do where it is not there */
  readonly hint?: string
}

/**
 * Whether anybody hears what a stop publishes: a topic of another type, or one without subscribers, takes a velocity of
 * 0 without a word and does nothing with it. Asks rosapi; publishes nothing.
 */
export async function checkStopTopics(
  { stop }: Mapping,
  bridge: BridgeQuestions,
): Promise<readonly CheckLine[]> {
  const lines: CheckLine[] = []
  for (const { topic, type } of stop.publish) {
    const answer = await bridge.call('/rosapi/topic_type', 'rosapi_msgs/srv/TopicType', { topic })
    const found = fieldAt(answer, ['type'])
    const listeners = await bridge.names('/rosapi/subscribers', 'rosapi_msgs/srv/Subscribers', {
      field: 'subscribers',
      args: { topic },
    })
    lines.push(lineOf({ topic, type }, typeof found === 'string' ? found : undefined, listeners))
  }
  return lines
}

/** Whether rosbridge takes its time from the simulation, where there is one: it stamps the goals. */
export async function checkTime(bridge: BridgeQuestions): Promise<readonly CheckLine[]> {
  const clocks = await bridge.names('/rosapi/publishers', 'rosapi_msgs/srv/Publishers', {
    field: 'publishers',
    args: { topic: '/clock' },
  })
  if (clocks === undefined || clocks.length === 0) return []
  const name = '/rosbridge_websocket:use_sim_time'
  const args = { name, default_value: '' }
  const value = fieldAt(await bridge.call('/rosapi/get_param', 'rosapi_msgs/srv/GetParam', args), ['value'])
  if (value === 'true') return [{ state: 'there', text: 'the time of the simulation, in rosbridge too' }]
  return [
    {
      state: value === 'false' ? 'missing' : 'unknown',
      text: `/clock is published: a simulation; use_sim_time of rosbridge is ${value === 'false' ? 'off' : 'not told'}`,
      hint: 'start rosbridge_websocket with use_sim_time: true, or its stamps lie years ahead of those of tf',
    },
  ]
}

function lineOf(
  { topic, type }: { readonly topic: string; readonly type: string },
  found: string | undefined,
  listeners: readonly string[] | undefined,
): CheckLine {
  const what = `stop publishes on ${topic}`
  if (found === undefined)
    return { state: 'unknown', text: `${what}: rosapi does not answer`, hint: 'start rosapi_node' }
  if (found !== '' && !isSameType(found, type, 'msg'))
    return {
      state: 'missing',
      text: `${what}: it has the type ${found.slice(0, 80)}, not ${type}, and nobody would hear the stop`,
      hint: found.endsWith('/TwistStamped')
        ? `type: ${found}, message: { twist: { linear: { x: 0 }, angular: { z: 0 } } }`
        : `type: ${found}, with its fields; ros2 interface show ${found}`,
    }
  return found === '' || listeners?.length === 0
    ? { state: 'missing', text: `${what}: nobody listens`, hint: `ros2 topic info -v ${topic}` }
    : {
        state: 'there',
        text: `${what}, for ${(listeners ?? []).join(', ').slice(0, 120) || 'its subscribers'}`,
      }
}
