import { must } from '#base/result.js'
import { stream, type Rng } from '#base/random.js'
import { formatCall } from '#instructions/lessons/call.js'
import { checkLesson } from '#instructions/lessons/check-lesson.js'
import { lessonsFromData } from '#instructions/lessons/lesson-shape.js'
import { skillsHash, type Lesson } from '#instructions/lessons/lesson.js'
import type { DataDomain } from '#worlds/assemble.js'

/** A lesson as data, with what the bench does not care about filled in. */
export function lessonFrom(data: Readonly<Record<string, unknown>>, domain: DataDomain, held = 2): Lesson {
  const read = lessonsFromData(
    {
      lessons: [
        {
          key: { instruction: 'an order', scene: 'a scene' },
          origin: { robot: 'robot', world: domain.name, skills: skillsHash(domain) },
          evidence: { held, failed: 0 },
          ...data,
        },
      ],
    },
    () => undefined,
  )
  const [lesson] = must(read, 'a lesson')
  if (lesson === undefined) throw new Error('no lesson')
  return lesson
}

/** Lessons of simpler tasks, true or without consequence: what a memory is full of besides those that matter. */
export function unrelated(domain: DataDomain, count: number, seed: number): readonly Lesson[] {
  const random = stream('memory bench unrelated', seed)
  const steps = domain.steps(20_000)
  return many({ count, held: 1 }, domain, () => {
    const step = random.pick(steps)
    const text = formatCall(step)
    const instruction = `${step.skill} ${Object.values(step.args).join(' ').replaceAll('_', ' ')}`
    return { prefer: text, key: { instruction, scene: 'a simple scene' } }
  })
}

/** Lessons that mislead: what works is warned of, what fails is recommended, or something idle is to come first. */
export function misleading(
  domain: DataDomain,
  learned: readonly Lesson[],
  { count, held, seed }: { readonly count: number; readonly held: number; readonly seed: number },
): readonly Lesson[] {
  const random = stream('memory bench misleading', seed)
  const reversed = learned.flatMap(({ advice, scope, key }) =>
    advice.kind === 'prefer' && advice.over !== undefined
      ? [{ for: scope, prefer: formatCall(advice.over), over: formatCall(advice.call), key }]
      : [],
  )
  const steps = domain.steps(20_000)
  let at = 0
  return many({ count, held }, domain, () => reversed[at++] ?? wrongRule(steps, random))
}

function wrongRule(steps: ReturnType<DataDomain['steps']>, random: Rng): Readonly<Record<string, unknown>> {
  const [one, other] = [random.pick(steps), random.pick(steps)]
  const key = {
    instruction: `${one.skill} ${Object.values(one.args).join(' ').replaceAll('_', ' ')}`,
    scene: 'a scene',
  }
  if (random.chance(0.5)) return { avoid: formatCall(one), key }
  return { first: formatCall(other), before: formatCall(one), key }
}

/** Distinct lessons that type-check. */
function many(
  { count, held }: { readonly count: number; readonly held: number },
  domain: DataDomain,
  make: () => Readonly<Record<string, unknown>>,
): readonly Lesson[] {
  const found = new Map<string, Lesson>()
  for (let tries = 0; found.size < count && tries < 20 * count; tries++) {
    const lesson = lessonFrom(make(), domain, held)
    if (checkLesson(lesson, domain).ok) found.set(lesson.id, lesson)
  }
  return [...found.values()]
}
