import type { Path } from '#documents/value-text.js'
import { actionOf, knownTypes, messageOf, serviceOf } from '../interfaces/definitions.js'
import { checkExpression, checkField } from './expression-checks.js'
import { meant, type Finding } from './finding.js'
import type { RawMapping, RawSkill } from './mapping-schema.js'
import { checkTemplate } from './template-checks.js'

/** What is wrong between the values of a mapping whose shape is right. */
export function checkMapping(raw: RawMapping, skills: ReadonlyMap<string, RawSkill>): readonly Finding[] {
  return [
    ...[...skills].flatMap(([name, skill]) => checkSkill(name, skill, raw)),
    ...Object.entries(raw.facts).flatMap(([name, fact]) => checkFact(name, fact, raw)),
    ...checkStop(raw),
    ...raw.stop.call.flatMap(({ ends }, i) => checkNames(ends, ['stop', 'call', i, 'ends'], skills)),
    ...checkCancelling(raw, skills),
    ...checkEstop(raw),
    ...checkStanding(raw, skills),
    ...checkTopics(raw),
    ...(skills.size === 0 ? [NO_SKILLS] : []),
  ]
}

const NO_SKILLS: Finding = {
  path: ['skills'],
  message: 'the robot has no skill',
  expected: 'at least one skill',
}

function checkSkill(name: string, skill: RawSkill, raw: RawMapping): readonly Finding[] {
  const path = ['skills', name]
  const isAction = 'action' in skill
  const known = isAction ? actionOf(skill.type) : serviceOf(skill.type)
  const [sent, came, part] = isAction
    ? [actionOf(skill.type)?.goal, actionOf(skill.type)?.result, 'goal']
    : [serviceOf(skill.type)?.request, serviceOf(skill.type)?.response, 'request']
  const template = isAction ? skill.goal : skill.request
  const context = { fields: sent, params: skill.params, places: raw.places }
  return [
    ...(known === undefined ? [unknownType([...path, 'type'], skill.type, isAction ? 'action' : 'srv')] : []),
    ...checkTemplate(template, [...path, part], context),
    ...(skill.success === undefined
      ? []
      : checkExpression(skill.success, [...path, 'success'], {
          condition: true,
          roots: isAction ? { status: 'string', result: came } : { response: came },
        })),
    ...(isAction ? [...checkAborted(skill, path), ...checkProgress(skill, path)] : []),
  ]
}

function checkAborted(
  { success, evenIfAborted }: Extract<RawSkill, { action: string }>,
  path: Path,
): readonly Finding[] {
  if (!evenIfAborted || success !== undefined) return []
  return [
    {
      path: [...path, 'evenIfAborted'],
      code: 'ros2.aborted',
      message: 'every goal that ROS aborts would have succeeded',
      expected: 'success: with the condition that tells a success from a failure',
      got: 'no success:',
    },
  ]
}

function checkProgress(skill: Extract<RawSkill, { action: string }>, path: Path): readonly Finding[] {
  const { progress } = skill
  if (progress === undefined) return []
  const fields = actionOf(skill.type)?.feedback
  return typeof progress === 'string'
    ? checkField(progress, [...path, 'progress'], fields, 'number')
    : checkField(progress.remaining, [...path, 'progress', 'remaining'], fields, 'number')
}

function checkFact(name: string, fact: RawMapping['facts'][string], raw: RawMapping): readonly Finding[] {
  const path = ['facts', name]
  const fields = messageOf(fact.type)
  const findings = fields === undefined ? [unknownType([...path, 'type'], fact.type, 'msg')] : []
  const { value } = fact
  if (typeof value === 'string')
    return [...findings, ...checkExpression(value, [...path, 'value'], { condition: false, roots: fields })]
  if (Object.keys(raw.places).length === 0)
    findings.push({
      path: [...path, 'value'],
      code: 'ros2.no-places',
      message: `${name} is the nearest place, and there are none`,
      expected: 'places: with at least one place',
      got: 'none',
    })
  for (const axis of ['x', 'y'])
    findings.push(
      ...checkField(`${value.nearest}.${axis}`, [...path, 'value', 'nearest'], fields, 'number').slice(0, 1),
    )
  return findings
}

function checkStop({ stop, places }: RawMapping): readonly Finding[] {
  const none = { params: {}, places }
  return [
    ...stop.publish.flatMap(({ type, message }, i) => {
      const path = ['stop', 'publish', i]
      const fields = messageOf(type)
      return [
        ...(fields === undefined ? [unknownType([...path, 'type'], type, 'msg')] : []),
        ...checkTemplate(message, [...path, 'message'], { fields, ...none }),
      ]
    }),
    ...stop.call.flatMap(({ type, request }, i) => {
      const path = ['stop', 'call', i]
      const fields = serviceOf(type)?.request
      return [
        ...(fields === undefined ? [unknownType([...path, 'type'], type, 'srv')] : []),
        ...checkTemplate(request, [...path, 'request'], { fields, ...none }),
      ]
    }),
  ]
}

/** Ids of goals live in the bridge: one that was restarted can cancel nothing, so each action needs a call that can. */
function checkCancelling({ stop }: RawMapping, skills: ReadonlyMap<string, RawSkill>): readonly Finding[] {
  const ended = new Set(stop.call.flatMap(({ ends }) => ends))
  const called = new Set(stop.call.map(({ service }) => service))
  const actions = new Map<string, { readonly skill: string; isEnded: boolean }>()
  for (const [skill, raw] of skills) {
    if (!('action' in raw)) continue
    const { action } = raw
    const seen = actions.get(action) ?? { skill, isEnded: called.has(cancelOf(action)) }
    seen.isEnded ||= ended.has(skill)
    actions.set(action, seen)
  }
  return [...actions].flatMap(([action, { skill, isEnded }]): Finding[] => {
    if (isEnded) return []
    return [
      {
        path: ['skills', skill, 'action'],
        code: 'ros2.no-stop-call',
        severity: 'warning',
        message: 'a goal is cancelled by its id alone, which a bridge that was restarted does not know',
        expected: `under stop.call a service that ends the goals of ${action}, whoever sent them`,
        got: 'none',
        hint:
          `service: ${cancelOf(action)}, type: action_msgs/srv/CancelGoal, request: an id of zeros; ` +
          `or ends: [${skill}] at a call that ends them in another way`,
      },
    ]
  })
}

const cancelOf = (action: string): string => `${action}/_action/cancel_goal`

function checkEstop({ estop }: RawMapping): readonly Finding[] {
  if (estop === undefined) return []
  const fields = messageOf(estop.type)
  const findings = fields === undefined ? [unknownType(['estop', 'type'], estop.type, 'msg')] : []
  findings.push(...checkExpression(estop.pressed, ['estop', 'pressed'], { condition: true, roots: fields }))
  if (estop.maxAgeSeconds === undefined)
    findings.push({
      path: ['estop', 'maxAgeSeconds'],
      code: 'ros2.estop-age',
      severity: 'warning',
      message: 'an emergency stop that has fallen silent counts as released for ever',
      expected: 'maxAgeSeconds: about three times as long as between two of its messages',
      hint: 'let its node publish at a steady rate, pressed or not',
    })
  return findings
}

function checkStanding(raw: RawMapping, skills: ReadonlyMap<string, RawSkill>): readonly Finding[] {
  const { standing, stopMs } = raw
  if (standing === undefined) return []
  const findings = checkNames(standing.skills, ['standing', 'skills'], skills)
  if (standing.forMs >= stopMs)
    findings.push({
      path: ['standing', 'forMs'],
      code: 'ros2.standing-late',
      message: 'it would count as standing only after the time in which it must stand',
      expected: `less than stopMs: ${stopMs} ms`,
      got: `${standing.forMs} ms`,
      hint: 'raise stopMs to what a stop takes, plus forMs',
    })
  return findings
}

/** Whether the skills that are named exist. */
function checkNames(names: readonly string[], path: Path, skills: ReadonlyMap<string, RawSkill>): Finding[] {
  return names.flatMap((name, i): Finding[] => {
    if (skills.has(name)) return []
    return [
      {
        path: [...path, i],
        code: 'ros2.unknown-skill',
        message: `there is no skill ${name}`,
        expected: [...skills.keys()].join(', '),
        ...meant(name, skills.keys()),
      },
    ]
  })
}

/** One topic has one type: the bridge would refuse the second subscription. */
function checkTopics({ facts, standing, estop }: RawMapping): readonly Finding[] {
  const uses = [
    ...Object.entries(facts).map(([name, { topic, type }]) => ({
      path: ['facts', name, 'type'],
      topic,
      type,
    })),
    ...(standing === undefined ? [] : [{ path: ['standing', 'type'], ...standing }]),
    ...(estop === undefined ? [] : [{ path: ['estop', 'type'], ...estop }]),
  ]
  const types = new Map<string, string>()
  return uses.flatMap(({ path, topic, type }): Finding[] => {
    const first = types.get(topic)
    if (first === undefined) types.set(topic, type)
    if (first === undefined || first === type) return []
    return [{ path, code: 'ros2.two-types', message: `${topic} has two types`, expected: first, got: type }]
  })
}

function unknownType(path: Path, type: string, kind: 'msg' | 'action' | 'srv'): Finding {
  return {
    path,
    code: 'ros2.unknown-interface',
    severity: 'warning',
    message: `${type} is not known here: what is sent and read is not checked against it`,
    expected: `one of ${knownTypes(kind).length} known interfaces, for a check of its fields`,
    got: type,
    hint: 'ros2 interface show prints its fields: compare them',
    ...meant(type, knownTypes(kind)),
  }
}
