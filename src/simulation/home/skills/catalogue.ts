import { err, ok, type Result } from '#base/result.js'
import { closuresOf, named } from '../parts.js'
import type { HomeScene } from '../scene.js'
import { isPlace, standsOf } from '../space/places.js'
import { armed, STOWED, swinging, type Phase } from './phase.js'

/** A skill of the simulated robot: what it is told, and how long it can take at most. */
export interface HomeSkill {
  readonly params: Readonly<Record<string, ParamKind>>
  /** ms */
  readonly timeoutMs: number
  /** what it does, part by part */
  readonly phases: (params: Readonly<Record<string, string>>) => readonly Phase[]
}

type ParamKind = 'spot' | 'place' | 'item' | 'door' | 'container' | 'closure' | 'person'

const of = (params: Readonly<Record<string, string>>, name: string): string => params[name] ?? ''

export const HOME_SKILLS: Readonly<Record<string, HomeSkill>> = {
  GoTo: {
    params: { place: 'spot' },
    timeoutMs: 90_000,
    phases: (p) => [STOWED, { kind: 'drive', to: of(p, 'place') }],
  },
  OpenDoor: { params: { door: 'door' }, timeoutMs: 30_000, phases: (p) => swinging(of(p, 'door'), 1) },
  CloseDoor: { params: { door: 'door' }, timeoutMs: 30_000, phases: (p) => swinging(of(p, 'door'), 0) },
  Open: {
    params: { container: 'container' },
    timeoutMs: 30_000,
    phases: (p) => swinging(of(p, 'container'), 1),
  },
  Close: {
    params: { container: 'container' },
    timeoutMs: 30_000,
    phases: (p) => swinging(of(p, 'container'), 0),
  },
  Pick: {
    params: { item: 'item' },
    timeoutMs: 30_000,
    phases: (p) => armed(of(p, 'item'), { kind: 'grasp', item: of(p, 'item') }),
  },
  Place: {
    params: { item: 'item', place: 'place' },
    timeoutMs: 30_000,
    phases: (p) => armed(of(p, 'place'), { kind: 'release', item: of(p, 'item'), place: of(p, 'place') }),
  },
  Handover: {
    params: { item: 'item', person: 'person' },
    timeoutMs: 30_000,
    phases: (p) => armed(of(p, 'person'), { kind: 'give', item: of(p, 'item'), person: of(p, 'person') }),
  },
  AskFor: {
    params: { item: 'item', person: 'person' },
    timeoutMs: 30_000,
    phases: (p) => armed(of(p, 'person'), { kind: 'take', item: of(p, 'item'), person: of(p, 'person') }),
  },
  Look: {
    params: { closure: 'closure' },
    timeoutMs: 15_000,
    phases: (p) => [STOWED, { kind: 'look', closure: of(p, 'closure') }],
  },
  AskWhere: {
    params: { item: 'item', person: 'person' },
    timeoutMs: 15_000,
    phases: (p) => [STOWED, { kind: 'ask', item: of(p, 'item'), person: of(p, 'person') }],
  },
}

/** The parts of an action; refused when the robot has no such skill, or the home no such thing. */
export function phasesOf(
  scene: HomeScene,
  skill: string,
  params: Readonly<Record<string, unknown>>,
): Result<readonly Phase[], string> {
  const known = Object.hasOwn(HOME_SKILLS, skill) ? HOME_SKILLS[skill] : undefined
  if (known === undefined)
    return err(`this robot cannot ${skill}: it can ${Object.keys(HOME_SKILLS).join(', ')}`)
  const extra = Object.keys(params).find((name) => !Object.hasOwn(known.params, name))
  if (extra !== undefined) return err(`${skill} knows no ${extra}`)
  const read: Record<string, string> = {}
  for (const [name, kind] of Object.entries(known.params)) {
    const value = params[name]
    if (typeof value !== 'string') return err(`${skill} needs a ${name}`)
    if (!namesOf(scene, kind).includes(value)) return err(`there is no ${kind} ${named(value)} in this home`)
    read[name] = value
  }
  return ok(known.phases(read))
}

function namesOf(scene: HomeScene, kind: ParamKind): readonly string[] {
  const floors = Object.keys(scene.rooms).map((room) => `${room}_floor`)
  switch (kind) {
    case 'item':
      return Object.keys(scene.items)
    case 'door':
      return Object.keys(scene.doors)
    case 'closure':
      return closuresOf(scene)
    case 'container':
      return closuresOf(scene).filter((name) => Object.hasOwn(scene.containers, name))
    case 'person':
      return Object.keys(scene.people)
    case 'spot':
      return [...standsOf(scene).map(({ spot }) => spot), ...floors]
    case 'place':
      return [...standsOf(scene).map(({ spot }) => spot), ...floors].filter((name) => isPlace(scene, name))
  }
}
