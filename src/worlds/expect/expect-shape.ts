import { list, mapOf, object, optional, required, type Entry } from '../shape/composites.js'
import { decimal, scalar, sentence } from '../shape/scalars.js'
import type { Shape } from '../shape/shape.js'
import { DATA_LIMITS } from '../limits.js'

const MANY = { max: DATA_LIMITS.fluents }

const where = mapOf(
  scalar('The value of the fact.'),
  'Facts that are other than at the start: open(fridge): true.',
  MANY,
)

const steps = mapOf(
  sentence('refused and the id of a check, what changes, or nothing to do.'),
  'What becomes of steps in this state: Pick item="milk": location(milk) := gripper.',
  MANY,
)

const example = object(
  { where: required(where), steps: required(steps) },
  'A state of the world, and what steps lead to in it.',
)

const words = list(sentence('As the task words it.'), 'Sentences of the task.')

const end = object(
  {
    where: required(where),
    points: required(decimal('The score in this state, without what time costs.')),
    missed: optional(words),
    minded: optional(words),
    steps: optional(steps),
  },
  'A state, and what the task says of it.',
)

const time = object(
  {
    perSecond: optional(decimal('Points for every second.')),
    limitSeconds: optional(decimal('The time that the task may take, in seconds.', { least: 0 })),
    overLimit: optional(decimal('Points, once, when it takes longer.')),
  },
  'What time costs, in the words of the task; what is absent costs nothing.',
)

const task = object(
  {
    start: optional(where),
    time: optional(time),
    // written before there was time:, and still compared
    seconds: optional(mapOf(decimal('Points.'), 'The points of the start after so many seconds.')),
    states: required(list(end, 'States, and what the task says of them.', MANY.max)),
  },
  'What one task means.',
)

/** What a world is expected to say, as examples: docs/worlds.md. */
export const expectShape = object(
  {
    examples: required(list(example, 'What steps lead to.', MANY.max)),
    tasks: optional(mapOf(task, 'What the tasks of the folder mean, by name.')),
    trees: optional(mapOf(sentence('What the plan check says of it.'), 'Trees of the folder, by file.')),
  },
  'What a world is expected to say: graft world check --write writes it.',
)

export type ExpectShape = typeof expectShape extends Shape<infer T> ? T : never

export type TaskEnds = NonNullable<ExpectShape['tasks']> extends readonly Entry<infer T>[] ? T : never
