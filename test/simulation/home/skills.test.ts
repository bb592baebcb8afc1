import { describe, expect, it } from 'vitest'
import type { FactValue } from '#simulation/home/fact.js'
import type { EndedAction } from '#simulation/home/state.js'
import { act, homeOf, scene } from './support.js'

type Case = readonly [
  skill: string,
  params: Readonly<Record<string, string>>,
  start: Readonly<Record<string, FactValue>>,
  says: string,
]

const tried = ([skill, params, start]: Case): EndedAction => act(homeOf({ start }), skill, params)

const GOOD: readonly Case[] = [
  ['GoTo', { place: 'fridge' }, {}, ''],
  ['GoTo', { place: 'bed' }, { 'open(bedroom_door)': true }, ''],
  ['GoTo', { place: 'bathroom_floor' }, { 'open(bathroom_door)': true }, ''],
  ['OpenDoor', { door: 'bedroom_door' }, { at: 'bedroom_door' }, ''],
  ['OpenDoor', { door: 'bedroom_door' }, { at: 'bedroom_door', robot_in: 'bedroom' }, ''],
  ['CloseDoor', { door: 'kitchen_door' }, { at: 'kitchen_door' }, ''],
  ['Look', { closure: 'cabinet' }, { at: 'cabinet', robot_in: 'living_room' }, ''],
  ['Look', { closure: 'bedroom_door' }, { at: 'bedroom_door' }, ''],
  ['AskWhere', { item: 'remote', person: 'anna' }, { at: 'sofa', robot_in: 'living_room' }, ''],
  [
    'Handover',
    { item: 'glass', person: 'anna' },
    { at: 'sofa', robot_in: 'living_room', 'location(glass)': 'gripper' },
    '',
  ],
  [
    'AskFor',
    { item: 'keys', person: 'ben' },
    { at: 'kitchen_table', robot_in: 'kitchen', 'location(keys)': 'ben' },
    '',
  ],
]

const BAD: readonly Case[] = [
  ['GoTo', { place: 'bed' }, {}, 'the bedroom door is closed'],
  ['GoTo', { place: 'sofa' }, { at: 'drawer', robot_in: 'bedroom' }, 'the bedroom door is closed'],
  ['OpenDoor', { door: 'bedroom_door' }, {}, 'the bedroom door is out of reach'],
  [
    'OpenDoor',
    { door: 'bedroom_door' },
    { at: 'bedroom_door', 'location(mug)': 'gripper' },
    'the gripper is full: it holds the mug',
  ],
  [
    'CloseDoor',
    { door: 'kitchen_door' },
    { at: 'kitchen_door', 'location(mug)': 'gripper' },
    'the gripper is full: it holds the mug',
  ],
  ['Open', { container: 'fridge' }, {}, 'the fridge is out of reach'],
  [
    'Open',
    { container: 'fridge' },
    { at: 'fridge', robot_in: 'kitchen', 'location(mug)': 'gripper' },
    'the gripper is full: it holds the mug',
  ],
  ['Pick', { item: 'milk' }, { at: 'fridge', robot_in: 'kitchen' }, 'no milk is in sight'],
  ['Pick', { item: 'book' }, {}, 'no book is within reach'],
  [
    'Pick',
    { item: 'apple' },
    { at: 'counter', robot_in: 'kitchen', 'location(mug)': 'gripper' },
    'the gripper is full: it holds the mug',
  ],
  [
    'Pick',
    { item: 'keys' },
    { at: 'kitchen_table', robot_in: 'kitchen', 'location(keys)': 'ben' },
    'ben holds the keys',
  ],
  [
    'Place',
    { item: 'mug', place: 'counter' },
    { at: 'counter', robot_in: 'kitchen' },
    'the gripper does not hold the mug',
  ],
  ['Place', { item: 'mug', place: 'sofa' }, { 'location(mug)': 'gripper' }, 'the sofa is out of reach'],
  [
    'Place',
    { item: 'mug', place: 'fridge' },
    { at: 'fridge', robot_in: 'kitchen', 'location(mug)': 'gripper' },
    'the arm met the closed front of the fridge',
  ],
  [
    'Handover',
    { item: 'glass', person: 'anna' },
    { at: 'sofa', robot_in: 'living_room' },
    'the gripper does not hold the glass',
  ],
  [
    'Handover',
    { item: 'glass', person: 'ben' },
    { at: 'sofa', robot_in: 'living_room', 'location(glass)': 'gripper' },
    'ben is not within reach',
  ],
  [
    'AskFor',
    { item: 'keys', person: 'ben' },
    { at: 'kitchen_table', robot_in: 'kitchen' },
    'ben does not have the keys',
  ],
  ['Look', { closure: 'fridge' }, {}, 'the fridge is too far away to be seen'],
  ['AskWhere', { item: 'keys', person: 'anna' }, {}, 'anna is not within reach'],
]

const surfaces = Object.entries(scene.surfaces).map(([place]) => place)
const containers = Object.keys(scene.containers)
const roomOf = (place: string): string => {
  const { x, y } = (scene.surfaces[place] ?? scene.containers[place])?.at ?? scene.dock
  const inside = ({ from, to }: (typeof scene.rooms)[string]): boolean =>
    x > from.x && x < to.x && y > from.y && y < to.y
  return Object.entries(scene.rooms).find(([, room]) => inside(room))?.[0] ?? 'hall'
}
const standing = (place: string): Record<string, FactValue> => ({ at: place, robot_in: roomOf(place) })

describe('skills without faults', () => {
  it.each(GOOD)('%s %j from %j succeeds', (...each) => {
    expect(tried(each)).toEqual({ skill: each[0], status: 'ok' })
  })

  it.each(BAD)('%s %j from %j fails: %s', (...each) => {
    expect(tried(each)).toEqual({ skill: each[0], status: 'failed', reason: each[3] })
  })

  it('a thing is picked from every surface and put back', () => {
    for (const place of surfaces) {
      const home = homeOf({ start: { ...standing(place), 'location(towel)': place } })
      expect(act(home, 'Pick', { item: 'towel' }).status).toBe('ok')
      expect(home.truth().get('location(towel)')).toBe('gripper')
      expect(act(home, 'Place', { item: 'towel', place }).status).toBe('ok')
      expect(home.truth().get('location(towel)')).toBe(place)
    }
    expect(surfaces).toHaveLength(9)
  })

  it('every container is opened, filled, closed with the gripper full, and opened again', () => {
    for (const place of containers) {
      const home = homeOf({ start: { ...standing(place), 'location(towel)': place } })
      expect(act(home, 'Open', { container: place }).status).toBe('ok')
      expect(act(home, 'Pick', { item: 'towel' }).status).toBe('ok')
      expect(act(home, 'Place', { item: 'towel', place }).status).toBe('ok')
      expect(act(home, 'Pick', { item: 'towel' }).status).toBe('ok')
      expect(act(home, 'Close', { container: place }).status).toBe('ok')
      expect(home.truth().get(`open(${place})`)).toBe(false)
      expect(home.truth().get('location(towel)')).toBe('gripper')
    }
    expect(containers).toHaveLength(6)
  })

  it('nothing goes into a full container, and the thing stays in the gripper', () => {
    const inside = Object.fromEntries(
      ['mug', 'glass', 'plate', 'bowl'].map((item) => [`location(${item})`, 'fridge']),
    )
    const start = { ...standing('fridge'), ...inside, 'open(fridge)': true, 'location(milk)': 'gripper' }
    const home = homeOf({ start })
    const ended = act(home, 'Place', { item: 'milk', place: 'fridge' })
    expect(ended.reason).toBe('the fridge is full')
    expect(home.truth().get('location(milk)')).toBe('gripper')
  })

  it('what fell on the floor is found and picked up again', () => {
    const home = homeOf({ start: { 'location(mug)': 'hall_floor' } })
    expect(act(home, 'GoTo', { place: 'hall_floor' }).status).toBe('ok')
    expect(home.truth().get('at')).toBe('hall_floor')
    expect(act(home, 'Pick', { item: 'mug' }).status).toBe('ok')
  })

  it('refuses to begin what it cannot even try', () => {
    const home = homeOf()
    expect(home.begin('Fly', {})).toMatchObject({ ok: false })
    expect(home.begin('GoTo', {})).toEqual({ ok: false, error: 'GoTo needs a place' })
    expect(home.begin('GoTo', { place: 'moon' })).toEqual({
      ok: false,
      error: 'there is no spot moon in this home',
    })
    expect(home.begin('GoTo', { place: 'sofa', fast: true })).toEqual({
      ok: false,
      error: 'GoTo knows no fast',
    })
    expect(home.begin('GoTo', { place: 'sofa' })).toEqual({ ok: true, value: null })
    expect(home.begin('GoTo', { place: 'sofa' })).toEqual({
      ok: false,
      error: 'the robot is busy: GoTo runs',
    })
  })

  it('a failed start says which fact cannot be', () => {
    expect(() => homeOf({ start: { 'location(mug)': 'attic' } })).toThrow('there is no place attic')
    expect(() => homeOf({ start: { 'whereabouts(ben)': 'fridge' } })).toThrow(
      'nobody can sit or stand at fridge',
    )
  })
})
