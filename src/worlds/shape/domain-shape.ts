import type { Json } from '#base/hash.js'
import { DATA_LIMITS } from '../limits.js'
import type { Source } from '../problems.js'
import { list, mapOf, object, optional, required, shortOr, type Entry } from './composites.js'
import { CHECK_ID, decimal, formula, mark, name, scalar, sentence, WORD } from './scalars.js'
import { objectShape, type ObjectShape } from './object-shape.js'
import { wrongShape, type Shape } from './shape.js'
import type { Value } from '../value.js'

/** Values by object, nested once per parameter of the state variable; `else` covers the objects not named. */
export type Initial = { readonly value: Value } | { readonly entries: readonly Entry<Initial>[] }

const initialScalar = scalar('An object, a whole number, true or false.')

const INITIAL =
  'One value, or values by object (by its second object inside, and so on); else: for all others.'

const initial: Shape<Initial> = {
  schema: { $ref: '#/$defs/Initial' },
  read(value, at, problems) {
    if (typeof value !== 'object' || value === null) {
      const read = initialScalar.read(value, at, problems)
      return read === undefined ? undefined : { value: read }
    }
    if (at.spot.path.length > MAX_INITIAL_DEPTH)
      return wrongShape(value, at, problems, { expected: 'a value: it is nested too deeply' })
    const entries = mapOf(initial, '', { max: DATA_LIMITS.objects + 1 }).read(value, at, problems)
    return entries === undefined ? undefined : { entries }
  },
}

/** state, its name, start, and one level per parameter that a state variable may have. */
const MAX_INITIAL_DEPTH = 8

const range = formula('What it can be: a type, several with | between, none, bool, or numbers such as 0..5.')

const check = object(
  {
    id: required(name('Short and stable: it appears in refusals and logs.', CHECK_ID)),
    text: required(sentence('The rule in one sentence.')),
    holds: required(formula('The formula that must be true before the command.')),
    say: optional(
      sentence('What is wrong and what to do when it is not; values in braces: {location(?item)}.'),
    ),
  },
  'Something that must be so before a command.',
)

export const expectation = object(
  {
    text: optional(sentence('The expectation in one sentence; values in braces: {?item}.')),
    holds: required(formula('The formula that must be true afterwards; was(…) is the value before.')),
  },
  'Something that must be so afterwards.',
)

export const expectations = list(
  shortOr(formula('The formula that must be true afterwards.'), expectation, (holds: Source) => ({
    holds,
    text: undefined,
  })),
  'What must be so afterwards, whichever outcome it was: what sensors are asked before the step counts as done.',
)

const effect = list(
  formula('location(?item) := gripper · if … then … else … · forall ?i in item (…)'),
  'What a command changes. Everything is read in the state before; of two lines that set the same, the later counts.',
)

const outcome = object(
  {
    text: optional(sentence('The outcome in a few words.')),
    each: optional(formula('?p in part: one outcome for each object.')),
    when: optional(formula('The outcome is possible only when this is so before.')),
    chance: optional(
      decimal('How probable it is, from 0 to 1; nothing is said without it.', { least: 0, most: 1 }),
    ),
    effect: required(effect),
  },
  'One way in which the command can go well.',
)

const port = shortOr(
  range,
  object(
    {
      is: required(range),
      text: optional(sentence('What the port says.')),
      default: optional(
        formula(
          'What it is when a tree leaves it out. Plans use this value alone: for how something is done.',
        ),
      ),
    },
    'A port of the skill.',
  ),
  (is: Source) => ({ is, text: undefined, default: undefined }),
)

const skill = object(
  {
    text: required(sentence('What the skill does, in one sentence.')),
    ports: optional(
      mapOf(
        port,
        'What a tree says to the skill; a port that can be none or has a default may be left out.',
        { keys: WORD },
      ),
    ),
    done: optional(formula('When this is so, nothing is left to do and the step is skipped.')),
    checks: required(
      list(check, 'What must be so before, in the order in which a person would look; two or more.'),
    ),
    effect: optional(effect),
    outcomes: optional(list(outcome, 'When the command can go well in several ways: all of them.')),
    fails: optional(
      list(outcome, 'Ways in which the command can fail: what is so then. Plans are judged without them.'),
    ),
    irreversible: optional(mark('Nothing that the robot can do undoes it.')),
    manual: optional(mark('For a person who drives the robot by hand: no plan uses it.')),
    ask: optional(sentence('What a person is asked before; values in braces: {?item}.')),
    duration: optional(
      formula('How long it takes, in seconds: a number, or a formula on ports and constants.'),
    ),
    by: optional(formula('Who can do it: a type of actors, or one of them.')),
    observes: optional(
      list(
        formula('A fact that is known afterwards: location(?item).'),
        'What the skill sees: if it was unknown, there is an outcome for each value that it can have.',
      ),
    ),
    expected: optional(expectations),
  },
  'One thing that the robot can do: a leaf of its trees.',
)

const stateVariable = object(
  {
    is: required(range),
    start: required(initial),
    text: optional(sentence('What it says of the world.')),
  },
  'A state variable: name(type, type) or name.',
)

const constant = object(
  {
    is: required(range),
    values: optional(initial),
    text: optional(sentence('What it says of the world.')),
  },
  'Something that no skill changes: name(type, type) or name.',
)

/** The objects of a type, perhaps with words for them, or the types of which it is the union. */
export type TypeShape =
  | { readonly objects: readonly Source[]; readonly described?: readonly Entry<ObjectShape>[] }
  | { readonly union: Source }

const members = list(name('An object.', WORD), 'The objects of the type.', DATA_LIMITS.objects)
const union = formula('Types with | between: all their objects.')

const described = mapOf(objectShape, 'The objects of the type, with words for them.', {
  keys: WORD,
  max: DATA_LIMITS.objects,
})

const type: Shape<TypeShape> = {
  schema: { anyOf: [members.schema, described.schema, union.schema] },
  read(value, at, problems) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const read = described.read(value, at, problems)
      return read === undefined ? undefined : { objects: read.map(({ key }) => key), described: read }
    }
    if (typeof value === 'string') {
      const read = union.read(value, at, problems)
      return read === undefined ? undefined : { union: read }
    }
    const read = members.read(value, at, problems)
    return read === undefined ? undefined : { objects: read }
  },
}

export const domainShape = object(
  {
    domain: required(name('Name of the domain.', WORD)),
    text: required(sentence('The world in one sentence.')),
    types: required(
      mapOf(type, 'Kinds of objects, with all their objects.', { keys: WORD, max: DATA_LIMITS.types }),
    ),
    constants: optional(mapOf(constant, 'What never changes.')),
    state: required(mapOf(stateVariable, 'What can change, and how it is at the start.')),
    definitions: optional(
      mapOf(
        formula('A formula.'),
        'Names for formulas: name(?x in type, …) or name; recomputed in every state.',
      ),
    ),
    skills: required(mapOf(skill, 'What the robot can do.', { keys: WORD, max: DATA_LIMITS.skills })),
    goal: optional(expectations),
  },
  'A world that plans are judged in, as data: docs/twin/domains.md.',
)

export type DomainShape = typeof domainShape extends Shape<infer T> ? T : never
export type SkillShape = DomainShape['skills'][number]['value']
export type OutcomeShape = NonNullable<SkillShape['outcomes']>[number]
export type ExpectationShape = NonNullable<SkillShape['expected']>[number]
export type VariableShape = DomainShape['state'][number]['value']
export type ConstantShape = NonNullable<DomainShape['constants']>[number]['value']

/** Returns the JSON Schema of a domain file, for editors: `config/domain.schema.json`. */
export const domainJsonSchema = (): Json => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'graft domain file',
  ...(domainShape.schema as Readonly<Record<string, Json>>),
  $defs: {
    Initial: {
      description: INITIAL,
      anyOf: [initialScalar.schema, { type: 'object', additionalProperties: { $ref: '#/$defs/Initial' } }],
    },
  },
})
