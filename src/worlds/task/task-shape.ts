import type { Json } from '#base/hash.js'
import { list, mapOf, object, optional, required, shortOr } from '../shape/composites.js'
import { expectation, expectations } from '../shape/domain-shape.js'
import { decimal, formula, name, scalar, sentence } from '../shape/scalars.js'
import type { Shape } from '../shape/shape.js'
import type { Source } from '../problems.js'

const constraint = (description: string): Shape<readonly ConstraintShape[]> =>
  list(
    shortOr(formula('The formula.'), expectation, (holds: Source) => ({ holds, text: undefined })),
    description,
  )

interface ConstraintShape {
  readonly text: Source | undefined
  readonly holds: Source
}

const before = object(
  {
    text: optional(sentence('The order in one sentence.')),
    first: required(formula('What must have been so at some time before …')),
    then: required(formula('… this may be so.')),
  },
  'An order (PDDL 3: sometime-before).',
)

const preference = object(
  {
    text: required(sentence('What is wished, in one sentence.')),
    holds: required(formula('The formula that should be true at the end.')),
    penalty: required(decimal('Points lost when it is not.', { least: 0 })),
  },
  'A wish (PDDL 3: preference): the task is attained without it, at a price.',
)

const rule = object(
  {
    label: required(sentence('What the points are for, in a few words.')),
    points: required(decimal('Points: once for holds, or for each one counted.')),
    holds: optional(formula('The points are given once when this is true at the end.')),
    count: optional(formula('The points are given so many times: count ?i in item (…).')),
  },
  'A rule of the score: with holds or with count.',
)

const mind = object(
  {
    text: required(sentence('What people mind, in one sentence.')),
    holds: required(formula('The formula that is true when they mind it.')),
  },
  'Something that people mind; it is reported, and costs nothing.',
)

export const taskShape = object(
  {
    task: required(name('Name of the task.')),
    text: required(sentence('The order, as a person would give it.')),
    world: optional(sentence('Name of the world that it is for.')),
    start: optional(
      mapOf(
        scalar('The value of the fact.'),
        'Facts that are other than in the world file: location(mug): sink.',
        {
          max: 500,
        },
      ),
    ),
    goals: optional(expectations),
    never: optional(constraint('What must not become so at any time (PDDL 3: always not).')),
    sometime: optional(constraint('What must be so at some time on the way (PDDL 3: sometime).')),
    before: optional(list(before, 'What must come before what (PDDL 3: sometime-before).')),
    preferences: optional(list(preference, 'What is wished beyond the goals.')),
    score: optional(list(rule, 'What the score is made of.')),
    perSecond: optional(decimal('Points for every second; a cost is below zero.')),
    limitSeconds: optional(decimal('The time that the task may take, in seconds.', { least: 0 })),
    overLimit: optional(decimal('Points, once, when it takes longer; a cost is below zero.')),
    minds: optional(list(mind, 'What people mind.')),
  },
  'What a robot is to do in a world, as data: docs/twin/tasks.md.',
)

export type TaskShape = typeof taskShape extends Shape<infer T> ? T : never

/** Returns the JSON Schema of a task file, for editors: `config/task.schema.json`. */
export const taskJsonSchema = (): Json => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'graft task file',
  ...(taskShape.schema as Readonly<Record<string, Json>>),
})
