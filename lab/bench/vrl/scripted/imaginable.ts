import type { FieldMap } from '#base/field-map.js'
import type { Wrong } from '#lab/scripted/scripted-critic.js'
import type { Impact } from '#learning/critic/report.js'

/** Everything that could be wrong on a field: what a critic that sees ghosts may claim. */
export function imaginable(map: FieldMap): readonly Pick<Wrong, 'impact' | 'zone' | 'key'>[] {
  const at = (impact: Impact, zone: number | null): Pick<Wrong, 'impact' | 'zone' | 'key'> => ({
    impact,
    zone,
    key: zone === null ? impact : `${impact}@${zone}`,
  })
  const zones = map.zones.flatMap(({ id, kind }) =>
    kind === 'load'
      ? [at('grasp', id), at('coverage', id), at('navigation', id)]
      : [at('orientation', id), at('placement', id), at('navigation', id)],
  )
  return [...zones, at('shelf', null), at('final-position', null), at('timing', null)]
}
