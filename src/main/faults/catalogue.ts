import { didYouMean } from '../../base/diagnostic.js'
import { LINK_CUTS } from './classes/link-cuts.js'
import { LINK_NOISE } from './classes/link-noise.js'
import { GROUPS, type FaultClass, type Group } from './fault-class.js'

/** The one table of fault classes: what `graft faults` runs, what the tests run and what `docs/FAULTS.md` is made of. */
export const CATALOGUE: readonly FaultClass[] = [...LINK_NOISE, ...LINK_CUTS]

export const classesOf = (group: Group): readonly FaultClass[] =>
  CATALOGUE.filter((each) => each.group === group)

export const isGroup = (text: string): text is Group => Object.hasOwn(GROUPS, text)

/** The class of this id, or the nearest id that there is. */
export function findClass(id: string): FaultClass | { readonly near: string | undefined } {
  const ids = CATALOGUE.map((each) => each.id)
  return CATALOGUE.find((each) => each.id === id) ?? { near: didYouMean(id, ids) }
}
