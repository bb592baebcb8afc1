import type { Domain, PlannedStep } from '../domain/domain.js'
import { tryStep } from './try-step.js'

/**
 * Finds the missing subgoal of a pair that does not chain (MOD-03): as few steps as possible to insert between the two.
 * Tries each single step that the domain enumerates, then pairs of steps; returns `null` if neither helps.
 *
 * @param refused the refused step, and the world in which it was refused
 */
export function findFix<S, C>(
  { step, state }: { readonly step: PlannedStep; readonly state: S },
  domain: Domain<S, C>,
): readonly PlannedStep[] | null {
  const all = domain.candidates?.(state) ?? []
  const firsts = all.flatMap((first) => {
    const tried = tryStep(first, state, domain)
    return tried.ok && tried.value.commands.length > 0 ? [{ first, ends: tried.value.ends }] : []
  })
  const succeeds = (ends: readonly S[]): boolean => ends.every((end) => tryStep(step, end, domain).ok)
  for (const { first, ends } of firsts) if (succeeds(ends)) return [first]
  for (const { first, ends } of firsts.slice(0, MAX_CANDIDATES)) {
    for (const second of (domain.candidates?.(ends[0] as S) ?? []).slice(0, MAX_CANDIDATES)) {
      const tried = ends.map((end) => tryStep(second, end, domain))
      const after = tried.flatMap((each) =>
        each.ok && each.value.commands.length > 0 ? each.value.ends : [],
      )
      if (tried.every(({ ok }) => ok) && after.length >= ends.length && succeeds(after))
        return [first, second]
    }
  }
  return null
}

/** candidates tried at each position of a pair */
const MAX_CANDIDATES = 32
