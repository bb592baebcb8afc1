import { listed } from '../say.js'
import { antonymOf } from '../words/thesaurus.js'

/** `the milk cannot be on the table`: of what goals say that it is so. */
export function cannot(texts: readonly string[]): string {
  const [only = ''] = texts
  if (texts.length > 1) return `this cannot be so all at once, ${listed(texts)},`
  const said = parted(only)
  if (said === undefined) return `it cannot be that ${only}`
  const { who, verb, isNot, what } = said
  const other = isNot ? antonymOf(what) : what
  return other === undefined ? `${who} cannot ${verb} other than ${what}` : `${who} cannot ${verb} ${other}`
}

/** `the door must stay closed`: of what a constraint says that it must never be so. */
export function mustStay(text: string): string {
  const said = parted(text)
  if (said === undefined) return `it must never be that ${text}`
  const { who, verb, isNot, what } = said
  const other = isNot ? what : antonymOf(what)
  if (verb === 'be' && other !== undefined) return `${who} must stay ${other}`
  return `${who} must not ${verb} ${what}`
}

interface Parted {
  readonly who: string
  readonly verb: 'be' | 'have'
  readonly isNot: boolean
  readonly what: string
}

/** `the door` `is` `not` `open` */
function parted(text: string): Parted | undefined {
  const [, who, verb, not, what] = /^(.+?) (is|are|has|have) (not )?(\S.*)$/.exec(text) ?? []
  if (who === undefined || what === undefined) return undefined
  return { who, verb: verb === 'is' || verb === 'are' ? 'be' : 'have', isNot: not !== undefined, what }
}
