import type { Diagnostic } from '#base/diagnostic.js'
import { ACTION, sizeOf } from './observation.js'

/** An error of the gym. @param code stable, begins with `gym.` */
export function fault(
  code: string,
  message: string,
  more: Pick<Diagnostic, 'expected' | 'got' | 'hint'> = {},
): Diagnostic {
  return { code, severity: 'error', message, ...more }
}

/** What is wrong with a number of environments, workers or seeds (`gym.count`), if anything. */
export function countFault(name: string, count: number, most: number): Diagnostic | undefined {
  if (Number.isInteger(count) && count >= 1 && count <= most) return undefined
  return fault('gym.count', `${name} has a wrong value`, {
    expected: `a whole number, 1 to ${most}`,
    got: shown(count),
  })
}

/** What is wrong with an action (`gym.action`), if anything. */
export function actionFault(action: unknown, where = 'the action'): Diagnostic | undefined {
  const size = sizeOf(ACTION)
  const expected = `${size} numbers, each −1 to 1`
  const isList = Array.isArray(action) || action instanceof Float32Array || action instanceof Float64Array
  if (!isList) return fault('gym.action', `${where} is no list`, { expected, got: shown(action) })
  if (action.length !== size)
    return fault('gym.action', `${where} has a wrong length`, { expected, got: `${action.length}` })
  for (const [index, value] of (action as unknown[]).entries())
    if (typeof value !== 'number' || !(Math.abs(value) <= 1))
      return fault('gym.action', `${where} has a wrong number at ${index}`, { expected, got: shown(value) })
  return undefined
}

/** What is wrong with the actions of several environments (`gym.action`), if anything. */
export function actionsFault(actions: unknown, count: number): Diagnostic | undefined {
  if (!Array.isArray(actions) || actions.length !== count)
    return fault('gym.action', 'there must be one action for each environment', {
      expected: `a list of ${count}`,
      got: Array.isArray(actions) ? `a list of ${actions.length}` : shown(actions),
    })
  for (const [index, action] of actions.entries()) {
    const wrong = actionFault(action, `action ${index}`)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** The beginning of a value, as JSON would have it. */
export function shown(value: unknown): string {
  if (typeof value === 'number') return String(value)
  try {
    return (JSON.stringify(value) ?? typeof value).slice(0, 80)
  } catch {
    return typeof value
  }
}
