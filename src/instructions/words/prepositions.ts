/**
 * What a preposition says of the thing behind it: that something gets there (`to`), that it comes from there (`from`),
 * that it is meant for somebody (`for`), that it belongs to it (`with`), or something else.
 */
const TO = 'to on onto in into at inside within upon over towards toward by'.split(' ')
const FROM = 'from off'.split(' ')
const FOR = 'for'.split(' ')
const WITH = 'with of'.split(' ')
const OTHER = (
  'under through near beside behind before after against around across ' +
  'about than like per via without underneath below above between next'
).split(' ')

export type Role = 'to' | 'from' | 'for' | 'with' | 'except' | 'other'

const roles = new Map<string, Role>([
  ...TO.map((word) => [word, 'to'] as const),
  ...FROM.map((word) => [word, 'from'] as const),
  ...FOR.map((word) => [word, 'for'] as const),
  ['except', 'except'],
  ...WITH.map((word) => [word, 'with'] as const),
  ...OTHER.map((word) => [word, 'other'] as const),
])

/** undefined: it is no preposition */
export const roleOf = (word: string): Role | undefined => roles.get(word)

/** These say where something gets, not where it is. */
export const isTowards = (word: string): boolean => word === 'to' || word === 'into' || word === 'onto'
