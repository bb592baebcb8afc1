import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { FileKind } from '#documents/yaml-problems.js'
import { readYaml } from '#documents/yaml-text.js'
import { placeOf, Problems, quote, type PlaceOf, type Source } from '#worlds/problems.js'
import { list, mapOf, object, optional, required } from '#worlds/shape/composites.js'
import { decimal, formula, sentence, WORD } from '#worlds/shape/scalars.js'
import { ROOT, type Shape } from '#worlds/shape/shape.js'
import { formatCall, parseCall, type Call } from './call.js'
import { LESSON_LIMITS, lessonId, type Advice, type Binding, type Lesson, type Status } from './lesson.js'

/** Lessons as a file has them, and where each was written: what is wrong with one in a world is reported there. */
export interface WrittenLessons {
  readonly lessons: readonly Lesson[]
  readonly place: PlaceOf
}

/**
 * Reads a file of lessons (`graft memory export`). Never throws because of the text; fails with every mistake at once,
 * each with line and column.
 * @param source file name used in diagnostics
 */
export function readLessons(text: string, source: string): Result<WrittenLessons, readonly Diagnostic[]> {
  const yaml = readYaml(text, source, LESSON_FILE)
  if (!yaml.ok) return yaml
  const place: PlaceOf = (spot) => placeOf(spot, yaml.value)
  const lessons = lessonsFromData(yaml.value.value, place)
  return lessons.ok ? ok({ lessons: lessons.value, place }) : lessons
}

/** Reads lessons from plain data: what a YAML reader returns, or the store. */
export function lessonsFromData(
  data: unknown,
  place: PlaceOf,
): Result<readonly Lesson[], readonly Diagnostic[]> {
  const problems = new Problems(place, 'lesson')
  const read = fileShape.read(data, ROOT, problems)
  const lessons = (read?.lessons ?? []).map((one, index) => lessonFrom(one, index, problems))
  if (problems.errors > 0) return err(problems.list())
  return ok(lessons.filter((lesson) => lesson !== undefined))
}

/** A lesson in the form of the file, and of the store. */
export function lessonData(lesson: Lesson): object {
  const { id, scope, when, advice, key, origin, evidence, use, status } = lesson
  return { id, for: scope, when, ...adviceData(advice), key, origin, evidence, use, status }
}

export const LESSON_FILE: FileKind = {
  code: 'lesson',
  name: 'file of lessons',
  contents: 'lessons under `lessons:`, as graft memory export writes them',
  secondDocumentHint: 'write all lessons under one `lessons:`',
}

const count = (description: string): Shape<number> => decimal(description, { least: 0 })
const example = mapOf(sentence('An object.'), 'The objects of one case.', { keys: WORD })
const examples = list(example, 'Cases.', LESSON_LIMITS.examples)
const step = (description: string): Shape<Source> => sentence(description)

const lessonShape = object(
  {
    id: optional(sentence('Made from the rule; if left out, it is regenerated.')),
    text: optional(sentence('The lesson in a sentence, for people; made of the rule, not read.')),
    for: optional(
      mapOf(sentence('A type, an object, or several joined by |.'), 'What each variable stands for.', {
        keys: WORD,
        max: LESSON_LIMITS.variables,
      }),
    ),
    when: optional(formula('The condition; without it the lesson holds always.')),
    avoid: optional(step('A step that does not work: Pick item=?item approach=from_above.')),
    prefer: optional(step('A step that works.')),
    over: optional(step('With prefer: the step that it replaces.')),
    first: optional(step('A step that has to come first.')),
    before: optional(step('With first: the step that needs it.')),
    believe: optional(formula('What is probably so while nobody knows it.')),
    key: required(
      object(
        {
          instruction: required(sentence('The order.')),
          scene: required(sentence('The scene in words.')),
        },
        'The situation it was learned in.',
      ),
    ),
    origin: required(
      object(
        {
          robot: required(sentence('The robot.')),
          world: required(sentence('The world.')),
          skills: required(sentence('Hash of the skills.')),
        },
        'Where it comes from.',
      ),
    ),
    evidence: required(
      object(
        {
          held: required(count('How often it held.')),
          failed: required(count('How often it did not.')),
          with: optional(examples),
          without: optional(examples),
        },
        'What speaks for it and against it.',
      ),
    ),
    use: optional(
      object({ times: required(count('How often.')), last: required(count('In which task.')) }, 'Its use.'),
    ),
    status: optional(sentence('active, quarantined or retired.')),
  },
  'A lesson: one of avoid, prefer, first, believe.',
)

const fileShape = object(
  { lessons: required(list(lessonShape, 'The lessons.', LESSON_LIMITS.lessons)) },
  'Lessons of a robot.',
)

type LessonShape = typeof lessonShape extends Shape<infer T> ? T : never

function lessonFrom(shape: LessonShape, index: number, problems: Problems): Lesson | undefined {
  const advice = adviceFrom(shape, index, problems)
  const status = statusFrom(shape.status, problems)
  if (advice === undefined || status === undefined) return undefined
  const { key, origin, evidence } = shape
  const from = { robot: origin.robot.text, world: origin.world.text, skills: origin.skills.text }
  const rule = { when: shape.when?.text ?? 'true', advice }
  return {
    ...rule,
    // an edited rule is another lesson
    id: lessonId(rule, from),
    scope: entriesOf(shape.for),
    key: { instruction: key.instruction.text, scene: key.scene.text },
    origin: from,
    evidence: {
      held: evidence.held,
      failed: evidence.failed,
      with: (evidence.with ?? []).map(entriesOf),
      without: (evidence.without ?? []).map(entriesOf),
    },
    use: shape.use ?? { times: 0, last: 0 },
    status,
  }
}

function adviceFrom(shape: LessonShape, index: number, problems: Problems): Advice | undefined {
  const kinds = (['avoid', 'prefer', 'first', 'believe'] as const).filter((kind) => shape[kind] !== undefined)
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1) {
    problems.error(
      { path: ['lessons', index] },
      {
        code: 'lesson.advice',
        message: kind === undefined ? 'the lesson advises nothing' : 'the lesson advises several things',
        expected: 'one of avoid, prefer, first, believe',
        got: kinds.length === 0 ? 'none of them' : kinds.join(', '),
        hint: 'write one lesson for each advice',
      },
    )
    return undefined
  }
  pairedWith(shape, index, problems)
  const call = (source: Source | undefined): Call | undefined => source && parseCall(source, problems)
  if (kind === 'believe') return { kind, formula: shape.believe?.text ?? 'true' }
  const own = call(shape[kind])
  const over = call(shape.over)
  const before = call(shape.before)
  if (own === undefined) return undefined
  if (kind === 'prefer') return { kind, call: own, over }
  if (kind === 'avoid') return { kind, call: own }
  return before === undefined ? undefined : { kind, call: own, before }
}

/** `over` belongs to `prefer`, and `before` to `first`, which cannot do without it. */
function pairedWith(shape: LessonShape, index: number, problems: Problems): void {
  const odd = (key: 'over' | 'before', needs: string): void =>
    problems.error(
      { path: ['lessons', index, key], key: true },
      {
        code: 'lesson.advice',
        message: `${key} says nothing without ${needs}`,
        expected: `${needs}: beside it`,
        got: `${key}: alone`,
      },
    )
  if (shape.over !== undefined && shape.prefer === undefined) odd('over', 'prefer')
  if (shape.before !== undefined && shape.first === undefined) odd('before', 'first')
  if (shape.first !== undefined && shape.before === undefined)
    problems.error(
      { path: ['lessons', index, 'first'], key: true },
      {
        code: 'lesson.advice',
        message: 'first does not say before what',
        expected: 'before: and the step that needs it',
        got: 'nothing',
      },
    )
}

function statusFrom(source: Source | undefined, problems: Problems): Status | undefined {
  if (source === undefined) return 'active'
  const status = STATUSES.find((one) => one === source.text)
  if (status === undefined)
    problems.error(source.spot, {
      code: 'lesson.status',
      message: `${quote(source.text)} is no status of a lesson`,
      expected: STATUSES.join(', '),
      got: quote(source.text),
    })
  return status
}

const STATUSES: readonly Status[] = ['active', 'quarantined', 'retired']

const entriesOf = (entries: LessonShape['for'] = []): Binding =>
  Object.fromEntries(entries.map(({ key, value }) => [key.text, value.text]))

function adviceData(advice: Advice): object {
  switch (advice.kind) {
    case 'believe':
      return { believe: advice.formula }
    case 'avoid':
      return { avoid: formatCall(advice.call) }
    case 'prefer':
      return {
        prefer: formatCall(advice.call),
        ...(advice.over === undefined ? {} : { over: formatCall(advice.over) }),
      }
    case 'first':
      return { first: formatCall(advice.call), before: formatCall(advice.before) }
  }
}
