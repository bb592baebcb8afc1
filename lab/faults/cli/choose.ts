import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { CATALOGUE, classesOf, findClass, isGroup } from '../catalogue.js'
import { GROUPS, type FaultClass } from '../fault-class.js'

/** The classes that were asked for, in the order of the catalogue; a name that is none is a usage error. */
export function choose(
  options: Pick<FaultOptions, 'class' | 'group'>,
): Result<readonly FaultClass[], Diagnostic> {
  const { group } = options
  if (group !== undefined && !isGroup(group))
    return err(unknown('group', group, { known: Object.keys(GROUPS) }))
  for (const id of options.class) {
    const found = findClass(id)
    if ('near' in found) return err(unknown('class', id, { known: [], near: found.near }))
  }
  const inGroup = group === undefined ? CATALOGUE : classesOf(group)
  const chosen = inGroup.filter(({ id }) => options.class.length === 0 || options.class.includes(id))
  if (chosen.length > 0) return ok(chosen)
  return err(
    unknown('class', options.class.join(', '), {
      known: inGroup.map(({ id }) => id),
      where: `in the group ${group ?? ''}`,
    }),
  )
}

interface KnownNames {
  readonly known: readonly string[]
  readonly near?: string | undefined
  readonly where?: string
}

function unknown(
  what: 'class' | 'group',
  got: string,
  { known, near = didYouMean(got, known), where = 'in the fault catalogue' }: KnownNames,
): Diagnostic {
  return {
    code: `faults.unknown-${what}`,
    severity: 'error',
    message: `there is no ${what} ${JSON.stringify(got)} ${where}`,
    ...(known.length === 0 ? {} : { expected: known.join(', ') }),
    got,
    hint: near === undefined ? 'graft faults --list lists them' : `did you mean ${near}?`,
  }
}

/** What was asked for on the command line of `graft faults`. */
export interface FaultOptions {
  readonly class: readonly string[]
  readonly group?: string
  readonly seeds: number
  readonly jobs: number
  readonly list: boolean
  readonly json: boolean
}
