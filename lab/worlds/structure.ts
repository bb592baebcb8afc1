import type { Rng } from '#base/random.js'
import type { Given } from '#test/twin/worlds/reference/world.js'
import { FORMULA_MUTATIONS, objectLists, pickOf, sibling, type Mutation } from './mutations.js'
import { ownGoal, type SkillWritten, type TaskWritten, type Written } from './written.js'

const skillWith = (
  files: Written,
  rng: Rng,
  has: (skill: SkillWritten) => boolean,
): readonly [string, SkillWritten] | undefined =>
  pickOf(
    Object.entries(files.world.skills).filter(([, skill]) => has(skill)),
    rng,
  )

/** Takes one entry out of a list of some skill. */
const dropFrom =
  (what: string, listOf: (skill: SkillWritten) => unknown[] | undefined): Mutation =>
  (files, rng) => {
    const [name, skill] = skillWith(files, rng, (one) => (listOf(one) ?? []).length > 0) ?? []
    const list = skill && listOf(skill)
    if (list === undefined) return undefined
    const [gone] = list.splice(rng.int(list.length), 1)
    return `${name}.${what}: without ${JSON.stringify(gone)}`
  }

const dropDone: Mutation = (files, rng) => {
  const [name, skill] = skillWith(files, rng, ({ done }) => done !== undefined) ?? []
  if (skill === undefined) return undefined
  delete skill.done
  return `${name}: without done`
}

const dropSkill: Mutation = (files, rng) => {
  const name = pickOf(Object.keys(files.world.skills), rng)
  if (name === undefined) return undefined
  files.world.skills = Object.fromEntries(
    Object.entries(files.world.skills).filter(([each]) => each !== name),
  )
  return `without the skill ${name}`
}

const removeObject: Mutation = (files, rng) => {
  const list = pickOf(
    objectLists(files).filter((each) => each.length > 1),
    rng,
  ) as string[] | undefined
  if (list === undefined) return undefined
  const [gone] = list.splice(rng.int(list.length), 1)
  return `types: without ${gone}`
}

const portType: Mutation = (files, rng) => {
  const [name, skill] = skillWith(files, rng, ({ ports }) => ports !== undefined) ?? []
  const port = pickOf(Object.keys(skill?.ports ?? {}), rng)
  const type = pickOf(Object.keys(files.world.types), rng)
  if (skill?.ports === undefined || port === undefined || type === undefined) return undefined
  const old = skill.ports[port]
  if (JSON.stringify(old).includes(`"${type}"`)) return undefined
  skill.ports[port] = typeof old === 'object' ? { ...old, is: type } : type
  return `${name}.${port}: is ${type}`
}

/** Another value at the start, or of a constant. */
const otherValue =
  (part: 'state' | 'constants'): Mutation =>
  (files, rng) => {
    const all: Record<string, { start?: Given; values?: Given; is: string }> = files.world[part] ?? {}
    const [name, entry] = pickOf(Object.entries(all), rng) ?? []
    const key = part === 'state' ? 'start' : 'values'
    if (entry === undefined) return undefined
    const changed = changedValue(entry[key] as Given, files, rng)
    if (changed === undefined) return undefined
    entry[key] = changed
    return `${part}.${name}: ${JSON.stringify(changed)}`
  }

function changedValue(value: Given, files: Written, rng: Rng): Given | undefined {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return Math.max(0, value + rng.pick([-1, 1]))
  if (typeof value === 'string') return sibling(value, files, rng)
  const key = pickOf(Object.keys(value), rng)
  const inner = key === undefined ? undefined : changedValue(value[key] as Given, files, rng)
  return key === undefined || inner === undefined ? undefined : { ...value, [key]: inner }
}

const LISTS = ['goals', 'never', 'sometime', 'before', 'preferences', 'score'] as const

const dropWanted: Mutation = (files, rng) => {
  const goal = ownGoal(files)
  const lists = [
    ...(goal === undefined ? [] : [['goal', goal as unknown[]] as const]),
    ...Object.values(files.tasks).flatMap((task) =>
      LISTS.map((key) => [`${task.task}.${key}`, (task[key] ?? []) as unknown[]] as const),
    ),
  ].filter(([, list]) => list.length > 0)
  const [where, list] = pickOf(lists, rng) ?? []
  if (list === undefined) return undefined
  const [gone] = list.splice(rng.int(list.length), 1)
  return `${where}: without ${JSON.stringify(gone)}`
}

const otherPoints: Mutation = (files, rng) => {
  const task: TaskWritten | undefined = pickOf(Object.values(files.tasks), rng)
  if (task === undefined) return undefined
  const holders: readonly (readonly [object, string, number])[] = [
    ...(task.score ?? []).map((rule) => [rule, 'points', rule.points] as const),
    ...(task.preferences ?? []).map((preference) => [preference, 'penalty', preference.penalty] as const),
    ...(['perSecond', 'limitSeconds', 'overLimit'] as const).flatMap((key) =>
      task[key] === undefined ? [] : [[task, key, task[key]] as const],
    ),
  ]
  const [holder, key, value] = pickOf(holders, rng) ?? []
  if (holder === undefined || key === undefined || value === undefined) return undefined
  const other = value === 0 ? 1 : value * rng.pick([2, 0.5])
  Object.assign(holder, { [key]: other })
  return `${task.task}.${key}: ${value} → ${other}`
}

/** Every kind of mutation, by its name. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'drop a check': dropFrom('checks', ({ checks }) => checks),
  'drop an effect': dropFrom('effect', ({ effect, outcomes }) => effect ?? outcomes?.[0]?.effect),
  'drop an expectation': dropFrom('expected', ({ expected }) => expected),
  'drop observes': dropFrom('observes', ({ observes }) => observes),
  'drop done': dropDone,
  'drop a skill': dropSkill,
  'remove an object': removeObject,
  "another port's type": portType,
  'another start': otherValue('state'),
  'another constant': otherValue('constants'),
  'drop a goal or a rule of the score': dropWanted,
  'other points': otherPoints,
  ...FORMULA_MUTATIONS,
}
