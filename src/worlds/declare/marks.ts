import { sortFrom } from '../formula/range.js'
import type { Vocabulary } from '../formula/vocabulary.js'
import { quote, type Problems, type Source } from '../problems.js'
import type { Marks } from '../run/skill.js'
import type { Entry } from '../shape/composites.js'
import type { SkillShape } from '../shape/domain-shape.js'
import { objects, type Sort } from '../value.js'
import type { Builder } from './builder.js'

/** Compiles what a runtime has to know of a skill beyond the verdict of the twin. */
export function declareMarks(
  { irreversible, manual, ask, duration, by }: SkillShape,
  vocabulary: Vocabulary,
  build: Builder,
  problems: Problems,
): Marks {
  return {
    irreversible: irreversible === true,
    manual: manual === true,
    ask: ask === undefined ? undefined : build.template(ask),
    askSource: ask?.text,
    duration: duration === undefined ? undefined : build.number(duration),
    by: by === undefined ? undefined : actors(by, vocabulary, problems),
  }
}

/** The objects that can act: a type, several with |, or one object by its name. */
function actors(by: Source, { types, objects: all }: Vocabulary, problems: Problems): Sort | undefined {
  if (all.has(by.text.trim())) return objects([by.text.trim()])
  const sort = sortFrom(by, types, problems)
  if (sort === undefined || sort.kind === 'objects') return sort
  problems.error(by.spot, {
    code: 'domain.no-actor',
    message: `${quote(by.text)} are no actors`,
    expected: 'a type of objects, or one object',
    got: quote(by.text),
  })
  return undefined
}

/** The chances of outcomes that exclude one another add up to 1 at most. */
export function checkChances({ key, value }: Entry<SkillShape>, problems: Problems): void {
  const all = [...(value.outcomes ?? []), ...(value.fails ?? [])]
  const sum = all
    .filter(({ each, when }) => each === undefined && when === undefined)
    .reduce((total, { chance = 0 }) => total + chance, 0)
  if (sum <= 1 + 1e-9) return
  problems.error(key.spot, {
    code: 'domain.chance-sum',
    message: `the chances of ${key.text} add up to more than 1`,
    expected: 'at most 1 over outcomes: and fails:',
    got: String(Math.round(sum * 1e6) / 1e6),
  })
}
