import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { projectFile } from '#documents/read-text-file.js'
import { must } from '#base/result.js'
import type { Rng } from '#base/random.js'
import type { DataDomain } from '#worlds/assemble.js'
import { loadDomain } from '#worlds/load-domain.js'

/** Something that the twin does not know, and the tasks in which it matters. */
export interface HiddenFact {
  readonly name: string
  readonly world: string
  readonly skill: string
  /** a check that the real world has and the twin lacks; undefined: the skill takes two tries for each object */
  readonly check: string | undefined
  /** the lesson that somebody would write who knew it: what the right first action is judged by */
  readonly known: Readonly<Record<string, unknown>>
  /** the goals of a task about a thing */
  readonly goals: (thing: string, random: Rng) => readonly string[]
  /** what tasks are about; those of training and of evaluation differ */
  readonly things: readonly string[]
}

const TABLE_PLACES = ['left_tray', 'right_tray', 'mat', 'drawer_inside'] as const
const side = (type: string) => ({
  for: { item: type },
  prefer: 'Pick item=?item approach=from_side',
  over: 'Pick item=?item approach=from_above',
})
const twice = (port: string, type: string) => ({
  for: { [port]: type },
  first: `Open ${port}=?${port}`,
  before: `Open ${port}=?${port}`,
})
const moved = (thing: string, random: Rng): readonly string[] => [
  `location(${thing}) = ${random.pick(TABLE_PLACES)}`,
]

export const HIDDEN: readonly HiddenFact[] = [
  {
    name: 'cubes slip from above',
    world: 'tabletop',
    skill: 'Pick',
    check: '?item in cube implies ?approach = from_side',
    known: side('cube'),
    goals: moved,
    things: ['red_cube', 'green_cube', 'blue_cube'],
  },
  {
    name: 'smooth objects slip from above',
    world: 'tabletop',
    skill: 'Pick',
    check: '?item in object implies ?approach = from_side',
    known: side('object'),
    goals: (thing, random) => [`location(${thing}) = ${random.pick(TABLE_PLACES.slice(0, 3))}`],
    things: ['ball', 'can', 'cup', 'plate'],
  },
  {
    name: 'the door has to be open for the buttons',
    world: 'tabletop',
    skill: 'Press',
    check: 'open(door)',
    known: {
      for: { button: 'button' },
      when: 'not open(door)',
      first: 'Open closure=door',
      before: 'Press button=?button',
    },
    goals: (thing) => [`pressed(${thing})`],
    things: ['red_button', 'green_button', 'blue_button'],
  },
  {
    name: 'closures take a second pull',
    world: 'tabletop',
    skill: 'Open',
    check: undefined,
    known: twice('closure', 'closure'),
    goals: (thing) => [`open(${thing})`],
    things: ['drawer', 'box_lid', 'door', 'window'],
  },
  {
    name: 'the lid has to be open for the trays',
    world: 'tabletop',
    skill: 'Place',
    check: '?place in {left_tray, right_tray} implies open(box_lid)',
    known: {
      for: { item: 'item', place: 'left_tray | right_tray' },
      when: 'not open(box_lid)',
      first: 'Open closure=box_lid',
      before: 'Place item=?item place=?place',
    },
    goals: (thing, random) => [`location(${thing}) = ${random.pick(['left_tray', 'right_tray'])}`],
    things: ['ball', 'can', 'cup', 'red_cube', 'blue_cube'],
  },
  {
    name: 'containers take a second pull',
    world: 'service',
    skill: 'Open',
    check: undefined,
    known: twice('container', 'container'),
    goals: (thing) => [`open(${thing})`],
    things: ['fridge', 'cupboard', 'drawer'],
  },
  {
    name: 'the kitchen door has to be closed for what opens in the kitchen',
    world: 'home',
    skill: 'Open',
    check: '?container in {fridge, cupboard, dishwasher} implies not open(kitchen_door)',
    known: {
      for: { container: 'fridge | cupboard | dishwasher' },
      when: 'open(kitchen_door)',
      first: 'CloseDoor door=kitchen_door',
      before: 'Open container=?container',
    },
    goals: (thing) => [`open(${thing})`],
    things: ['fridge', 'cupboard', 'dishwasher'],
  },
  {
    name: 'doors take a second push',
    world: 'home',
    skill: 'OpenDoor',
    check: undefined,
    known: { for: { door: 'door' }, first: 'OpenDoor door=?door', before: 'OpenDoor door=?door' },
    goals: (thing) => [`location(${thing}) = hall_table`],
    things: ['towel', 'medicine', 'toy_car'],
  },
]

/** A world as the twin knows it, and as it really is. */
export interface HiddenWorld {
  readonly fact: HiddenFact
  readonly believed: DataDomain
  readonly real: DataDomain
}

export function hiddenWorld(fact: HiddenFact): HiddenWorld {
  const file = projectFile(`worlds/${fact.world}/world.yaml`)
  const data = parse(readFileSync(file, 'utf8')) as WorldData
  const believed = must(
    loadDomain(data, () => undefined),
    fact.world,
  )
  if (fact.check === undefined) return { fact, believed, real: believed }
  const check = { id: 'hidden', text: fact.name, holds: fact.check }
  const skill = data.skills[fact.skill]
  const skills = { ...data.skills, [fact.skill]: { ...skill, checks: [...(skill?.checks ?? []), check] } }
  return {
    fact,
    believed,
    real: must(
      loadDomain({ ...data, skills }, () => undefined),
      fact.name,
    ),
  }
}

interface WorldData {
  readonly skills: Readonly<Record<string, { readonly checks?: readonly object[] }>>
}
