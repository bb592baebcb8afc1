import { err, ok, type Result } from '#base/result.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { TestNodeConfig, TestStatus } from '#bt/nodes/leaf/test-node.js'

/** A replacement: another node type, or a TestNode. */
export type Substitute =
  { readonly kind: 'node'; readonly id: string } | { readonly kind: 'test'; readonly config: TestNodeConfig }

/** Rules that replace nodes with test nodes when a tree is created (BehaviorTree.CPP's substitution rules). */
export class Substitution {
  readonly #rules: readonly (readonly [pattern: string, substitute: Substitute])[]

  constructor(rules: readonly (readonly [pattern: string, substitute: Substitute])[]) {
    this.#rules = rules
  }

  /**
   * The first rule whose pattern equals the node's name or type, or matches its full path (`*` and `?` are wildcards).
   */
  of(node: {
    readonly name: string
    readonly id: string
    readonly fullPath: string
  }): Substitute | undefined {
    return this.#rules.find(
      ([pattern]) => pattern === node.name || pattern === node.id || matches(node.fullPath, pattern),
    )?.[1]
  }
}

/**
 * Reads substitution rules in the reference's JSON form: `{"TestNodeConfigs": {name: {return_status |
 * return_status_script, async_delay, success_script, failure_script, post_script}}, "SubstitutionRules": {pattern:
 * name of a config or ID of a node type}}`.
 */
export function readSubstitution(json: unknown): Result<Substitution, readonly Diagnostic[]> {
  const problems: Diagnostic[] = []
  const configs = new Map<string, TestNodeConfig>()
  for (const [name, value] of members(json, 'TestNodeConfigs', problems)) {
    const config = readConfig(name, value, problems)
    if (config !== undefined) configs.set(name, config)
  }
  const rules: [string, Substitute][] = []
  for (const [pattern, target] of members(json, 'SubstitutionRules', problems)) {
    if (typeof target !== 'string') {
      problems.push(wrong(`rule ${pattern}`, 'the name of a TestNodeConfig or of a node type', target))
      continue
    }
    const config = configs.get(target)
    rules.push([pattern, config === undefined ? { kind: 'node', id: target } : { kind: 'test', config }])
  }
  return problems.length > 0 ? err(problems) : ok(new Substitution(rules))
}

function readConfig(name: string, json: unknown, problems: Diagnostic[]): TestNodeConfig | undefined {
  const where = `TestNodeConfig ${name}`
  if (!isRecord(json)) {
    problems.push(wrong(where, 'an object', json))
    return undefined
  }
  const text = (key: string): string | undefined => {
    const value = json[key]
    if (value === undefined || typeof value === 'string') return value
    problems.push(wrong(`${where}, ${key}`, 'text', value))
    return undefined
  }
  const status = text('return_status')
  const script = text('return_status_script')
  const delay = json['async_delay'] ?? 0
  if (typeof delay !== 'number' || !(delay >= 0)) {
    problems.push(wrong(`${where}, async_delay`, 'milliseconds', delay))
    return undefined
  }
  if (script === undefined && !isTestStatus(status)) {
    problems.push(wrong(`${where}, return_status`, 'RUNNING, SUCCESS, FAILURE or SKIPPED', status))
    return undefined
  }
  const [successScript, failureScript, postScript] = [
    text('success_script'),
    text('failure_script'),
    text('post_script'),
  ]
  return {
    returns: script === undefined ? { status: status as TestStatus } : { script },
    asyncDelay: delay,
    ...(successScript === undefined ? {} : { successScript }),
    ...(failureScript === undefined ? {} : { failureScript }),
    ...(postScript === undefined ? {} : { postScript }),
  }
}

function members(json: unknown, key: string, problems: Diagnostic[]): [string, unknown][] {
  const value = isRecord(json) ? (json[key] ?? {}) : json
  if (isRecord(value)) return Object.entries(value)
  problems.push(wrong(key, 'an object', value))
  return []
}

/**
 * Matches a whole text against a pattern. It backtracks only to the last `*`, so the time is bounded by the product of
 * the lengths.
 */
function matches(text: string, pattern: string): boolean {
  let [at, in_, star, mark] = [0, 0, -1, 0]
  while (at < text.length) {
    if (pattern[in_] === '*') {
      star = in_++
      mark = at
    } else if (in_ < pattern.length && (pattern[in_] === '?' || pattern[in_] === text[at])) {
      at += 1
      in_ += 1
    } else if (star >= 0) {
      in_ = star + 1
      at = ++mark
    } else return false
  }
  while (pattern[in_] === '*') in_ += 1
  return in_ === pattern.length
}

const isRecord = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const isTestStatus = (text: string | undefined): text is TestStatus =>
  text === 'RUNNING' || text === 'SUCCESS' || text === 'FAILURE' || text === 'SKIPPED'

const wrong = (what: string, expected: string, got: unknown): Diagnostic => ({
  code: 'bt.substitution-rules',
  severity: 'error',
  message: `substitution rules: ${what} is wrong`,
  expected,
  got: JSON.stringify(got) ?? 'nothing',
})
