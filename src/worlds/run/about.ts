import type { Env } from '../formula/term.js'
import { valuesOf, type Fluents } from '../value.js'
import type { GroundSkill } from './intend.js'
import { waysOf } from './judge.js'
import type { Skill } from './skill.js'

/** What a runtime has to know of a command beyond the verdict: whom to ask, how long it takes, how it can end. */
export interface CommandInfo {
  /** nothing that the robot can do undoes it */
  readonly irreversible: boolean
  /** the question to a person before it is sent */
  readonly ask?: string
  /** how long it is expected to take */
  readonly seconds?: number
  /** the actors that can do it */
  readonly by?: readonly string[]
  /** how it can end, failures included, each with its chance if the world states one */
  readonly ways: readonly {
    readonly text?: string
    readonly chance?: number
    readonly fails: boolean
    /** its place in `fails:`, or in `outcomes:`, from 0; what is written with `each:` has several ways at one place */
    readonly place: number
    readonly after: Fluents
  }[]
}

/** A command with open ports is looked at with its first binding. */
export function aboutGround(skill: Skill, { bindings: [bound] }: GroundSkill, state: Fluents): CommandInfo {
  const { irreversible, ask, duration, by } = skill.marks
  const env: Env = { state, before: state, bound }
  const seconds = duration?.term.run(env)
  return {
    irreversible,
    ...(ask === undefined ? {} : { ask: ask.render(env) }),
    ...(typeof seconds === 'number' ? { seconds } : {}),
    ...(by === undefined ? {} : { by: valuesOf(by).map(String) }),
    ways: [...waysIn(skill, env, false), ...waysIn(skill, env, true)],
  }
}

function waysIn(skill: Skill, env: Env, fails: boolean): CommandInfo['ways'] {
  // the shared effect belongs to success
  const acting = fails ? { ...skill, effect: NOTHING, observes: [] } : skill
  const declared = fails ? skill.fails : skill.outcomes
  const ways = waysOf(acting, declared, env, new Map())
  return (ways.ok ? ways.value : []).map(({ outcome, after }) => ({
    ...(outcome.text === undefined ? {} : { text: outcome.text }),
    ...(outcome.chance === undefined ? {} : { chance: outcome.chance }),
    fails,
    place: declared.indexOf(outcome),
    after,
  }))
}

const NOTHING: Skill['effect'] = { source: [], effects: [] }
