import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { loadMap } from '#worlds/map/load-map.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { projectFile } from '#documents/read-text-file.js'

const text = (file: string): string => readFileSync(projectFile(`worlds/home/${file}`), 'utf8')
const home = must(parseDomainText(text('world.yaml'), 'world.yaml'), 'the home')

const GOOD = `areas:
  - { label: the kitchen, object: [kitchen, kitchen_floor], from: { x: 0, y: 4 }, to: { x: 5, y: 7 } }
  - label: a corner
    corners: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]
objects:
  sofa: { at: { x: 1, y: 2, z: 0.1, facing: 90 }, size: { x: 2, y: 1 } }
  fridge: { at: { x: 4, y: 6 }, stand: { x: 4, y: 5, facing: 90 } }
robot: [at, robot_in]
hands: gripper
things: [location, whereabouts]
states: open
`

/** One change → the one problem that it must cause, word for word. */
const SINGLE: readonly (readonly [change: readonly [string, string], golden: string])[] = [
  [['states: open', 'state: open'], `m.yaml:11:1: error map.unknown-key: the file has no key "state"
  expected: areas, objects, robot, hands, things, states
  got:      state
  hint:     did you mean states?`],
  [['  fridge:', '  frige:'], `m.yaml:7:3: error map.unknown-name: the world has no object "frige"
  expected: hall, kitchen, living_room, bedroom, bathroom, kitchen_door, bedroom_door, bathroom_door, kitchen_table, counter, hall_table, coffee_table and 32 more
  got:      "frige"
  hint:     did you mean fridge?`],
  [['[location,', '[locations,'], `m.yaml:10:10: error map.unknown-name: the world has no fact "locations"
  expected: at, robot_in, location, open, whereabouts, cannot_tell
  got:      "locations"
  hint:     did you mean location?`],
  [['robot: [at,', 'robot: [open,'], `m.yaml:8:9: error map.fact: open cannot be shown so
  expected: a fact without brackets whose value is an object: at
  got:      open(kitchen_door), which is true or false`],
  [['states: open', 'states: at'], `m.yaml:11:9: error map.fact: at cannot be shown so
  expected: a fact that is true or false
  got:      at, which is an object`],
  [['whereabouts]', 'robot_in]'], `m.yaml:10:20: error map.fact: robot_in cannot be shown so
  expected: a fact of one object whose value is an object: location(item)
  got:      robot_in, which is an object`],
  [['kitchen_floor]', 'fridge]'], `m.yaml:2:45: error map.twice: "fridge" is on the map twice`],
  [['  fridge:', '  mug:'], `m.yaml:7:3: error map.moves: mug stays where it is, and location says where it is
  expected: a place here, or a fact of things: that tells it, not both
  got:      both`],
  [['to: { x: 5, y: 7 }', 'to: { x: 0, y: 7 }'], `m.yaml:2:5: error map.outline: it is not clear where the area is
  expected: from: and to:, the lower left and the upper right corner; or three corners: or more
  got:      from, to`],
  [[', { x: 0, y: 1 }]', ']'], `m.yaml:3:5: error map.outline: it is not clear where the area is`],
  [['label: a corner\n    ', ''], `m.yaml:3:5: error map.no-label: the area has no name
  expected: label:, or object: if it is an object of the world`],
  [['x: 1, y: 2, z', 'x: far, y: 2, z'], `m.yaml:6:20: error map.type: objects.sofa.at.x has an invalid value
  expected: a number from -100000 to 100000
  got:      "far"`],
  [['size: { x: 2,', 'size: { x: -2,'], `m.yaml:6:62: error map.type: objects.sofa.size.x has an invalid value
  expected: a number from 0 to 10000`],
  [['facing: 90 }, size', 'facing: west }, size'], `m.yaml:6:45: error map.type: objects.sofa.at.facing has an invalid value`],
] // prettier-ignore

const problemsOf = (map: string): readonly Diagnostic[] => {
  const loaded = loadMap(map, 'm.yaml', home)
  return loaded.ok ? [] : loaded.error
}

describe('loadMap', () => {
  it('loads every key that there is', () => {
    const { map } = must(loadMap(GOOD, 'm.yaml', home), 'the map')
    expect(map.areas.map(({ label, objects, corners }) => [label, objects.length, corners.length])).toEqual([
      ['the kitchen', 2, 4],
      ['a corner', 0, 3],
    ])
    expect(map.spots).toEqual([
      {
        object: 'sofa',
        at: { x: 1, y: 2, z: 0.1, facing: 90 },
        size: { x: 2, y: 1, z: 0 },
        stand: undefined,
      },
      {
        object: 'fridge',
        at: { x: 4, y: 6, z: 0, facing: undefined },
        size: undefined,
        stand: { x: 4, y: 5, z: 0, facing: 90 },
      },
    ])
    expect([map.robot, map.hands, map.things.length, map.states.length]).toEqual([
      ['at', 'robot_in'],
      ['gripper'],
      14,
      9,
    ])
    expect(map.things.at(0)).toEqual({ object: 'mug', facts: ['location(mug)'] })
    expect(map.states.at(0)).toEqual({ fact: 'open(kitchen_door)', object: 'kitchen_door', word: 'open' })
  })

  it.each(SINGLE)('%s is the one problem, at its place', ([from, to], golden) => {
    expect(GOOD).toContain(from)
    const problems = problemsOf(GOOD.replace(from, () => to))
    expect(problems).toHaveLength(1)
    expect(problems.map(formatDiagnostic).join('\n').slice(0, golden.length)).toBe(golden)
  })

  it('reports every mistake at once, in order', () => {
    const wrong = GOOD.replace('hands: gripper', 'hands: griper').replace('sofa', 'soffa')
    expect(problemsOf(wrong).map(({ code, where }) => [code, where?.line])).toEqual([
      ['map.unknown-name', 6],
      ['map.unknown-name', 9],
    ])
    expect(problemsOf('robot: at\n').map(({ code }) => code)).toEqual(['map.empty'])
    expect(problemsOf('').map(({ code }) => code)).toEqual(['map.empty'])
  })

  it('remarks on objects that a fact names and that have no place, once each', () => {
    const { remarks } = must(loadMap(GOOD, 'm.yaml', home), 'the map')
    expect(remarks.map(({ severity, where }) => [severity, where?.line])).toEqual([
      ['warning', 8],
      ['warning', 8],
    ])
    expect(remarks.map(({ message }) => message).join('\n')).toMatch(/^at can be .*robot_in can be hall, /s)
    expect(must(loadMap(text('map.yaml'), 'map.yaml', home), 'the map').remarks).toEqual([])
  })
})

interface Scene {
  readonly rooms: Record<string, { from: object; to: object }>
  readonly doors: Record<string, { at: object; width: number }>
  readonly surfaces: Record<string, { at: object; size: object; stand: object }>
  readonly containers: Scene['surfaces']
  readonly dock: object
}

describe('worlds/home/map.yaml', () => {
  it('puts everything where the simulation has it', () => {
    const map = parse(text('map.yaml')) as {
      areas: { object: string[]; from: object; to: object }[]
      objects: Record<string, { at: object; size?: { x: number }; stand?: object }>
    }
    const scene = parse(text('scene.yaml')) as Scene
    expect(Object.fromEntries(map.areas.map(({ object, ...outline }) => [object[0], outline]))).toEqual(
      Object.fromEntries(Object.entries(scene.rooms).map(([room, { from, to }]) => [room, { from, to }])),
    )
    const furniture = { ...scene.surfaces, ...scene.containers }
    expect(Object.keys(map.objects).sort()).toEqual(
      [...Object.keys(furniture), ...Object.keys(scene.doors), 'dock'].sort(),
    )
    for (const [name, { at, size, stand }] of Object.entries(furniture))
      expect([name, map.objects[name]]).toEqual([name, { at, size, stand }])
    for (const [name, { at, width }] of Object.entries(scene.doors))
      expect([name, map.objects[name]?.at, map.objects[name]?.size?.x]).toEqual([name, at, width])
    expect(map.objects['dock']?.at).toEqual(scene.dock)
  })
})
