import { err, ok, type Result } from '#base/result.js'
import type { Status } from '#bt/status.js'
import { AFTER, BEFORE, type Hook, type HookPosition } from './word.js'
import { isStatus } from '../status-code.js'

/** The error texts are those of the reference, so that its clients recognise them. */
export type HookResult<T> = Result<T, string>

/** @param text one hook, or an array of them */
export function readHooks(text: string): HookResult<Hook[]> {
  const json = readJson(text)
  if (!json.ok) return json
  const hooks: Hook[] = []
  for (const item of Array.isArray(json.value) ? json.value : [json.value]) {
    const hook = readFields(item, (from) => ({
      enabled: from.flag('enabled'),
      uid: from.number('uid'),
      mode: MODES[from.number('mode')] ?? from.refuse('mode must be 0 or 1'),
      once: from.flag('once'),
      desired: from.status('desired_status'),
      position: from.position(),
    }))
    if (!hook.ok) return hook
    hooks.push(hook.value)
  }
  return ok(hooks)
}

export interface HookAddress {
  readonly uid: number
  readonly position: HookPosition
}

export const readAddress = (text: string): HookResult<HookAddress> =>
  readObject(text, (from) => ({ uid: from.number('uid'), position: from.position() }))

export const readUnlock = (
  text: string,
): HookResult<HookAddress & { readonly desired: Status; readonly once: boolean }> =>
  readObject(text, (from) => ({
    uid: from.number('uid'),
    desired: from.status('desired_status'),
    once: from.flag('remove_when_done'),
    position: from.position(),
  }))

export const writeHooks = (hooks: readonly Hook[]): string =>
  JSON.stringify(
    hooks.map((hook) => ({
      desired_status: hook.desired,
      enabled: hook.enabled,
      mode: MODES.indexOf(hook.mode),
      once: hook.once,
      position: hook.position,
      uid: hook.uid,
    })),
  )

const MODES = ['breakpoint', 'replace'] as const

function readObject<T>(text: string, read: (from: Fields) => T): HookResult<T> {
  const json = readJson(text)
  return json.ok ? readFields(json.value, read) : json
}

function readJson(text: string): HookResult<unknown> {
  try {
    return ok(JSON.parse(text) as unknown)
  } catch {
    return err('[json.exception.parse_error.101] parse error: the argument is not JSON')
  }
}

function readFields<T>(json: unknown, read: (from: Fields) => T): HookResult<T> {
  try {
    return ok(read(new Fields(json)))
  } catch (error) {
    if (error instanceof Refused) return err(error.message)
    throw error
  }
}

class Refused extends Error {}

class Fields {
  readonly #object: Readonly<Record<string, unknown>>

  constructor(json: unknown) {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      throw new Refused(`[json.exception.type_error.304] cannot use at() with ${kindOf(json)}`)
    }
    this.#object = json as Readonly<Record<string, unknown>>
  }

  flag(key: string): boolean {
    const value = this.#at(key)
    return typeof value === 'boolean' ? value : wrongType('boolean', value)
  }

  number(key: string): number {
    const value = this.#at(key)
    return typeof value === 'number' ? value : wrongType('number', value)
  }

  status(key: string): Status {
    const value = this.#at(key)
    if (typeof value !== 'string') return wrongType('string', value)
    return isStatus(value) ? value : this.refuse(`Cannot convert this to NodeStatus: ${value.slice(0, 80)}`)
  }

  position(): HookPosition {
    const value = this.number('position')
    return value === BEFORE || value === AFTER ? value : this.refuse('position must be 0 or 1')
  }

  refuse(why: string): never {
    throw new Refused(why)
  }

  #at(key: string): unknown {
    if (Object.hasOwn(this.#object, key)) return this.#object[key]
    throw new Refused(`[json.exception.out_of_range.403] key '${key}' not found`)
  }
}

function wrongType(expected: string, got: unknown): never {
  throw new Refused(`[json.exception.type_error.302] type must be ${expected}, but is ${kindOf(got)}`)
}

const kindOf = (json: unknown): string =>
  json === null ? 'null' : Array.isArray(json) ? 'array' : typeof json
