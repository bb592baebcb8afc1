import type { EpisodeRecord } from '#learning/episode.js'
import { manifestOf, writeFixtureRun } from './fixture.js'

/** The run of the fixture as it would be on the field, in a world with a map, and as an order in that world. */
export const PLACES = {
  'on the field': () => writeFixtureRun(),
  'in a world': () =>
    writeFixtureRun({ manifest: { ...manifestOf(), faults: 'driver', field: HOME }, changed: inHome }),
  'of an order': () =>
    writeFixtureRun({
      manifest: { ...manifestOf(), actor: 'none', episodes: 1, faults: 'driver', field: ORDER },
      changed: carriedOut,
      episodes: 1,
    }),
} as const satisfies Readonly<Record<string, () => Promise<string>>>

const at = { x: 0, y: 0, z: 0 }
const MAP = {
  areas: [{ label: 'yard', objects: [], corners: [at, { x: 2, y: 0 }, { x: 2, y: 1 }] }],
  spots: [{ object: 'table', at }],
  robot: ['at'],
  hands: ['gripper'],
  things: [{ object: 'toy_car', facts: ['location(toy_car)'] }],
  states: [],
}
const SETUP = { world: 'home', robot: 'walker', scenario: 'family', digest: 'd', nodes: [], map: MAP }
const HOME = { id: 'home/tidy', setup: { ...SETUP, task: 'tidy' } }
const ORDER = { id: 'home/order', setup: { ...SETUP, task: 'order', order: 'put the red box away' } }

function inHome(record: EpisodeRecord): EpisodeRecord {
  const start = { at: 'table', 'location(toy_car)': 'table' }
  const believed = { start, end: { ...start, 'location(toy_car)': 'gripper' } }
  const facts = {
    source: 'sensors',
    operatingSeconds: record.seconds,
    start,
    end: believed.end,
    believed,
  } as const
  return { ...record, field: 'home/tidy', facts }
}

function carriedOut(record: EpisodeRecord): EpisodeRecord {
  const step = { path: '/0', t: 1000, seconds: 2, before: {}, after: {} } as const
  const tried = [
    { ...step, skill: 'GoTo', args: { place: 'shelf' }, result: 'done' },
    { ...step, skill: 'Pick', args: { box: 'red' }, result: 'exec_fail', text: 'it slipped' },
  ] as const
  return { ...inHome(record), tried }
}
