import type { DataDomain } from '#worlds/assemble.js'
import type { Named } from '../doubts/named.js'
import { quoted } from '../order-text.js'

/** An order that is not carried out, and why. */
export interface Refusal {
  readonly kind: 'refuse'
  readonly code: string
  readonly why: string
  readonly hint: string
}

/** @param unclear the part that nothing is meant by; undefined: all of it */
export const refuseUnclear = (
  unclear: string | undefined,
  { order, domain }: { readonly order: string; readonly domain: DataDomain },
): Refusal => ({
  kind: 'refuse',
  code: 'do.unclear',
  why: `nothing in ${domain.name} is meant by "${quoted(unclear ?? order)}"`,
  hint: isLatin(order)
    ? `name what it is about and what is to be so; what can be done here is such as ${doable(domain)}`
    : 'say it in English, which is all that is read',
})

const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)

/** What skills do, in the words of the world file: their names are for programs. */
const doable = ({ rules }: DataDomain): string =>
  rules.skills
    .filter(({ marks }) => marks?.manual !== true)
    .slice(0, MOST_SKILLS)
    .map(({ text }) => `"${text}"`)
    .join(', ')

const MOST_SKILLS = 4

export const refuseImmovable = ({ words }: Named): Refusal => ({
  kind: 'refuse',
  code: 'do.immovable',
  why: `"${quoted(words)}" cannot be carried: no skill here moves it`,
  hint: 'name a thing that can be carried, or give the robot a skill that moves this one',
})

export const refuseUnknown = (thing: string, { name }: DataDomain): Refusal => ({
  kind: 'refuse',
  code: 'do.unknown-thing',
  why: `there is no ${thing} in ${name} that I know of`,
  hint: 'name one of its objects, or give one of them that word with `also:` in the world file',
})

export const refuseUnreachable = (why = 'there is no way'): Refusal => ({
  kind: 'refuse',
  code: 'do.no-plan',
  why,
  hint: 'change what is asked for, or what the world and its robot can do',
})
