import { readFileSync } from 'node:fs'
import { must } from '#base/result.js'
import { stream } from '#base/random.js'
import { parseTree } from '#bt/xml/parse.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { planOf } from '#robots/plan/plan-of.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import { REPO } from '../../../lab/architecture/source-tree.js'

export const WORLDS = ['service', 'task-board'] as const

export const worldText = (name: string): string => readFileSync(`${REPO}/worlds/${name}/world.yaml`, 'utf8')

export const world = (name: string): DataDomain =>
  must(parseDomainText(worldText(name), `worlds/${name}/world.yaml`), name)

/** A shipped tree for one of the worlds, as a plan with all its branches. */
export function treePlan(domain: DataDomain, folder: string, tree: string): PlanNode {
  const file = `${REPO}/worlds/${folder}/trees/${tree}.xml`
  const library = domainLibrary(domain.rules)
  const parsed = parseTree(readFileSync(file, 'utf8'), { file, library })
  return planOf(must(parsed, file), library)
}

/** Walks a line of steps over all outcomes: states at the end, or the first step that some outcome refuses. */
export function fold(
  domain: DataDomain,
  steps: readonly Pick<PlannedStep, 'skill' | 'args'>[],
  start: Fluents = domain.initial,
): {
  readonly ends: readonly Fluents[]
  readonly refused?: { readonly index: number; readonly checkId: string; readonly text: string }
} {
  let states: readonly Fluents[] = [start]
  for (const [index, step] of steps.entries()) {
    const next: Fluents[] = []
    for (const state of states) {
      const commands = domain.intend(step, state)
      if (!commands.ok) return { ends: [], refused: { index, ...commands.error } }
      const [command] = commands.value
      if (command === undefined) {
        next.push(state)
        continue
      }
      const verdict = domain.judge(state, command)
      if (!verdict.ok) return { ends: [], refused: { index, ...verdict.error } }
      next.push(...verdict.value.outcomes)
    }
    states = [...new Map(next.map((state) => [domain.fingerprint(state), state])).values()]
  }
  return { ends: states }
}

/** Every step that a domain's ports can be filled in for, also wrongly judged ones. */
export function allSteps(domain: DataDomain): Pick<PlannedStep, 'skill' | 'args'>[] {
  return domain.rules.skills.flatMap(({ name, ports }) => {
    const all = ports.reduce<Record<string, string>[]>(
      (filled, { name: port, values = [], optional }) =>
        filled.flatMap((args) => [
          ...(optional ? [args] : []),
          ...values.map((value) => ({ ...args, [port]: value })),
        ]),
      [{}],
    )
    return all.map((args) => ({ skill: name, args }))
  })
}

/** A random walk through the states that a domain can reach, with the command about to be judged. */
export function* reachable(
  domain: DataDomain,
  seed: number,
  count: number,
): Generator<{ readonly state: Fluents; readonly command: GroundSkill }> {
  const rng = stream('reachable', domain.name, seed)
  const steps = allSteps(domain)
  let state = domain.initial
  for (let made = 0; made < count;) {
    if (rng.chance(0.02)) state = domain.initial
    const commands = must(domain.intend(rng.pick(steps), state), 'a step made of known values')
    const [command] = commands
    if (command === undefined) continue
    made++
    yield { state, command }
    const verdict = domain.judge(state, command)
    if (verdict.ok) state = rng.pick(verdict.value.outcomes)
  }
}
