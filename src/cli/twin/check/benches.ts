import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeSpec, TreeDoc } from '#bt/document.js'
import { initialBelief } from '#twin/field/belief.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import type { Account, Domain } from '#twin/domain/domain.js'
import { fieldDomain } from '#twin/field/field-domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import type { PlanReport, PlanFailure, TrailEntry } from '#twin/plan/report.js'
import { checkConditions } from '#worlds/condition/tree-conditions.js'
import { holdsNode } from '#worlds/files/domain-nodes.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { openWorld, worldOnly, type WorldOptions } from '../open-world.js'
import type { PaletteOptions } from '#bt-cli/input/palette.js'

/** A world in which plans are checked. */
export interface Bench {
  /** `field F1` */
  readonly name: string
  /** node types of its skills; empty if the palette has them */
  readonly nodes: readonly NodeSpec[]
  /** mistakes in the conditions that a tree puts on its facts */
  conditions(doc: TreeDoc): readonly Diagnostic[]
  /** @returns a report with worlds as text */
  check(plan: PlanNode): PlanReport<string>
}

/** Opens the worlds that the command line names. */
export async function openBenches(
  options: Pick<TwinCheckOptions, 'field' | 'fields' | 'domain' | 'nodes'> & WorldOptions,
): Promise<Result<readonly Bench[], readonly Diagnostic[]>> {
  if (options.domain !== undefined) {
    const domain = await openWorld(options.domain, options)
    if (!domain.ok) return domain
    const nodes = options.nodes === undefined ? nodesOf(domain.value) : []
    const conditions = (doc: TreeDoc): readonly Diagnostic[] => checkConditions(doc, domain.value)
    return ok([{ ...bench(withAccount(domain.value), domain.value.initial, nodes), conditions }])
  }
  const odd = worldOnly(options)
  if (odd !== undefined) return err([needsDomain(odd)])
  const { field, fields } = options
  const setups = await chooseFields({
    ...(field !== undefined && { field }),
    ...(fields !== undefined && { fields }),
  })
  if (!setups.ok) return setups
  return ok(setups.value.map(({ map }) => bench(fieldDomain(map), initialBelief(map), [])))
}

const needsDomain = (option: string): Diagnostic => ({
  code: 'plan.no-world',
  severity: 'error',
  message: `${option} is for worlds defined as data`,
  expected: '--domain with the world',
  hint: 'add --domain service, or the path of a domain file',
})

function bench<S, C>(domain: Domain<S, C>, start: S, nodes: readonly NodeSpec[]): Bench {
  const say = (state: S): string => domain.describeState?.(state) ?? ''
  return {
    name: domain.name,
    nodes,
    conditions: () => [],
    check: (plan) => described(checkPlan(plan, start, domain), say),
  }
}

/** Adds explanations to a world defined as data: the facts that a formula read, including those of earlier worlds. */
function withAccount(domain: DataDomain): DataDomain {
  const looked = new WeakMap<GroundSkill, Map<string, readonly string[]>>()
  const account: DataDomain['account'] = (checkId, state, command): Account => {
    if (command === undefined) return { believed: [] }
    const check = domain.explain(state, command).find((each) => each.checkId === checkId)
    if (check === undefined) return { believed: [] }
    const known = looked.get(command) ?? new Map<string, readonly string[]>()
    looked.set(command, known)
    const fluents = known.get(checkId) ?? check.values.map(([fact]) => fact)
    known.set(checkId, fluents)
    return { rule: check.text, believed: fluents.map((fact) => `${fact} is ${String(state.get(fact))}`) }
  }
  return { ...domain, account }
}

/** Without a palette, a world's skills become actions with text ports. */
const nodesOf = ({ rules }: DataDomain): readonly NodeSpec[] => [
  ...holdsNode(rules),
  ...rules.skills.map(({ name, text, ports }): NodeSpec => ({
    id: name,
    kind: 'action',
    description: text,
    ports: ports.map((port) => ({
      name: port.name,
      direction: 'in',
      type: { kind: 'string' },
      description: port.text ?? port.takes,
      optional: true,
    })),
  })),
]

/** Turns the worlds of a report into text, so that it can be shown whatever kind of world they are. */
function described<S>(report: PlanReport<S>, say: (state: S) => string): PlanReport<string> {
  const entry = (each: TrailEntry<S>): TrailEntry<string> =>
    each.kind === 'did' ? { ...each, end: say(each.end) } : each
  const failure = (each: PlanFailure<S>): PlanFailure<string> => ({
    ...each,
    state: say(each.state),
    path: each.path.map(entry),
  })
  return {
    ...report,
    failures: report.failures.map(failure),
    warnings: report.warnings.map((each) => (each.kind === 'refused' ? failure(each) : each)),
    steps: report.steps.map((each) => ({ ...each, end: each.end === null ? null : say(each.end) })),
    example: report.example.map(entry),
  }
}

export const CHECK_FORMATS = ['text', 'json', 'sarif'] as const
export type CheckFormat = (typeof CHECK_FORMATS)[number]

export interface TwinCheckOptions extends PaletteOptions, WorldOptions {
  readonly field?: string
  readonly fields?: string
  /** a world defined as data, in place of the robot's field */
  readonly domain?: string
  readonly tree?: string
  readonly format: CheckFormat
  /** explain each refusal in full: the rule, the belief and its origin, and the fix */
  readonly explain: boolean
}
