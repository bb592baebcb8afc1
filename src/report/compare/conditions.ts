import type { RunManifest } from '#learning/manifest.js'
import { settingsOf } from '../settings.js'

/** Runs that were made alike but for their seeds: scores of others say nothing about chance. */
export interface Condition<R> {
  /** what sets these runs apart from the others, such as `actor: rules`; '' where all were made alike */
  readonly label: string
  readonly runs: readonly R[]
}

/** Groups runs of one place by how they were made, in the order in which they were named. */
export function byCondition<R extends { readonly manifest: RunManifest }>(
  runs: readonly R[],
): readonly Condition<R>[] {
  const settings = runs.map(({ manifest }) => settingsOf(manifest))
  const differing = [...(settings[0]?.keys() ?? [])].filter(
    (name) => new Set(settings.map((of) => of.get(name))).size > 1,
  )
  const groups = new Map<string, R[]>()
  for (const [i, run] of runs.entries()) {
    const label = differing.map((name) => `${name}: ${settings[i]?.get(name)}`).join('; ')
    groups.set(label, [...(groups.get(label) ?? []), run])
  }
  return [...groups].map(([label, of]) => ({ label, runs: of }))
}
