import { stemOf } from './tokens.js'

/** What a verb does with what it names, whatever a world calls its skills. */
export type Manner =
  /** somebody puts a thing somewhere or gives it to somebody */
  | 'carry'
  /** its subject is to have the thing: `anna gets the book` */
  | 'receive'
  /** its subject is to be somewhere: `the towel goes on the sofa` */
  | 'belong'
  /** the robot goes somewhere */
  | 'go'
  /** the robot takes a thing into its gripper */
  | 'take'
  /** the robot finds out where something is, or how it is */
  | 'find'
  /** a thing is to be as it is said, or to stay so */
  | 'make'
  | 'stay'
  /** what is not to be done to a thing at all */
  | 'touch'
  /** what it names gets something: `fill the vial with water` */
  | 'fill'

const MANNERS: Readonly<Record<Manner, string>> = {
  carry:
    'bring fetch get carry deliver move put place take set lay drop store stow return transfer give hand pass serve ' +
    'leave tidy sort stack load bear haul relocate shift transport position stick pop shove slide push tuck stash ' +
    'throw toss chuck clear stand rest deposit dump shelve hang insert drag lift park keep balance add pour tip',
  receive: 'get want need have take receive use prefer love fancy',
  belong: 'belong go live sit lie stand be end stay keep store put bring move need come must should rest',
  go: 'go drive move travel navigate walk come head roll return park back enter step wander stand',
  take: 'take pick grab grasp hold lift collect get seize clutch keep grip',
  find: 'find locate look check search see where inspect peek tell know hunt seek verify confirm examine whether',
  make: 'make leave ensure have get want need let set be must should would like prefer pull push swing',
  stay: 'stay remain keep',
  touch: 'touch finger hand',
  fill: 'fill top supply charge',
}

/** Verbs of which each can stand for the others. */
const LIKE = [
  'take pick grab grasp lift collect hold seize grip',
  'put place set lay drop deposit',
  'give hand pass handover serve offer',
  'go drive move travel navigate walk come head',
  'open unclose',
  'close shut slam',
  'press push hit tap poke hammer',
  'ask question consult',
  'insert plug connect attach',
  'wash clean rinse',
  'wipe clean dust',
  'fill load refill top',
  'pour add tip',
  'start run begin activate',
  'switch turn',
  'stop halt end deactivate',
  'charge dock recharge',
  'water sprinkle',
  'measure weigh gauge',
  'heat warm preheat fire',
  'iron press',
  'bake cook',
  'shake mix agitate stir',
  'cap stopper',
  'label tag mark',
  'trim cut',
  'wrap pack',
  'lock bolt',
] as const

const by = new Map<string, Set<Manner>>()
for (const [manner, verbs] of Object.entries(MANNERS) as [Manner, string][])
  for (const verb of verbs.split(' ').map(stemOf)) by.set(verb, (by.get(verb) ?? new Set()).add(manner))

const alike = new Map<string, Set<string>>()
for (const row of LIKE) {
  const stems = row.split(' ').map(stemOf)
  for (const stem of stems) alike.set(stem, new Set([...(alike.get(stem) ?? []), ...stems]))
}

/** @param stem of a verb, as `stemOf` gives it */
export const hasManner = (stem: string, manner: Manner): boolean => by.get(stem)?.has(manner) === true
export const isKnownVerb = (stem: string): boolean => by.has(stem) || alike.has(stem)
export const areLikeVerbs = (a: string, b: string): boolean => a === b || alike.get(a)?.has(b) === true
export const isLikeOneOf = (stem: string, verbs: readonly string[]): boolean =>
  verbs.some((verb) => areLikeVerbs(verb, stem))
