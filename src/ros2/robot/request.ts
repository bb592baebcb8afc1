import type { Execute } from '#drivers/contract.js'
import type { BodyOutcome } from '#drivers/side/robot-body.js'
import { fieldAt, isObject, type JsonObject } from '../bridge/json-object.js'
import { textOf, type BridgeMessage, type BridgeOp } from '../bridge/protocol.js'
import { misfitOf } from '../interfaces/check-value.js'
import { actionOf, serviceOf } from '../interfaces/definitions.js'
import { valueOf } from '../mapping/expression.js'
import type { SkillMapping } from '../mapping/mapping.js'
import { fill, type Places } from '../mapping/template.js'

/** What a command sends: the goal of an action or the request of a service, with its holes filled. */
export const argsOf = (skill: SkillMapping, { params }: Execute, places: Places): JsonObject => {
  const filled = fill(skill.kind === 'action' ? skill.goal : skill.request, params, places)
  return isObject(filled) ? filled : {}
}

/** Why this must not be sent: it does not fit the interface. */
export function objectionToArgs(skill: SkillMapping, args: JsonObject): string | undefined {
  const { type } = skill
  const fields = skill.kind === 'action' ? actionOf(type)?.goal : serviceOf(type)?.request
  const misfit = fields && misfitOf(args, fields)
  if (misfit === undefined) return undefined
  const { path, expected, got } = misfit
  return `${path.join('.') || 'it'} does not fit ${type}: expected ${expected}, got ${got}`
}

export const requestOf = (skill: SkillMapping, id: string, args: JsonObject): BridgeOp =>
  skill.kind === 'action'
    ? { op: 'send_action_goal', id, action: skill.action, action_type: skill.type, args, feedback: true }
    : {
        op: 'call_service',
        id,
        service: skill.service,
        type: skill.type,
        args,
        // the skill's own time ends it first, and an answer that comes late still tells that it has ended
        timeout: skill.timeoutMs / 1000 + LATE_ANSWER_S,
      }

/** how much longer than a service may take the bridge shall wait for its answer, s */
const LATE_ANSWER_S = 60

/**
 * Why nobody knows what has become of a service: the bridge has no answer, yet it may have sent the request. Only what
 * the bridge refuses before it sends anything is known not to have begun.
 */
export function doubtOf(answer: Extract<BridgeMessage, { readonly kind: 'response' }>): string | undefined {
  if (answer.accepted) return undefined
  const text = textOf(answer.values)
  if (NOT_SENT.test(text)) return undefined
  return `its outcome is unknown, it may still run; the ROS bridge says: ${text || 'nothing'}`
}

/** rosbridge's words for a service that it does not find, and for fields that do not fit */
const NOT_SENT = new RegExp(
  [
    /^Service \S+ does not exist$/,
    /does not have a field|message requires a|^Expected a JSON object/,
    /is not a valid type string|^Unable to import/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** How a command ended, by what ROS has answered. */
export function outcomeOf(
  skill: SkillMapping,
  answer: Extract<BridgeMessage, { readonly kind: 'result' | 'response' }>,
): BodyOutcome {
  const what = skill.kind === 'action' ? skill.action : skill.service
  const fail = (why: string): BodyOutcome => ({ status: 'failed', reason: `${what}: ${why}`.slice(0, 500) })
  if (!answer.accepted) return fail(textOf(answer.values) || 'it failed and did not say why')
  const mayBe = skill.kind === 'action' && skill.evenIfAborted ? ['succeeded', 'aborted'] : ['succeeded']
  if (answer.kind === 'result' && !mayBe.includes(answer.status))
    return fail(`${answer.status}${errorIn(answer.values)}`)
  const scope =
    answer.kind === 'result' ? { status: answer.status, result: answer.values } : { response: answer.values }
  // services that can say so themselves need no condition
  if (skill.success === undefined)
    return answer.kind === 'response' && fieldAt(answer.values, ['success']) === false
      ? fail(`it has not succeeded${errorIn(answer.values)}`)
      : { status: 'ok' }
  if (valueOf(skill.success, scope) === true) return { status: 'ok' }
  return fail(
    `not so: ${skill.successText ?? ''}${errorIn(answer.values)}; it answered ${textOf(answer.values)}`,
  )
}

/** What results usually say of their failure. */
function errorIn(values: unknown): string {
  const code = fieldAt(values, ['error_code'])
  const text = ['error_msg', 'error_string', 'message']
    .map((name) => fieldAt(values, [name]))
    .find((each) => typeof each === 'string' && each !== '')
  return [
    ...(typeof code === 'number' && code !== 0 ? [`, error_code ${code}`] : []),
    ...(typeof text === 'string' ? [`, ${text.slice(0, 200)}`] : []),
  ].join('')
}
