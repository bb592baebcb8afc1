import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { must } from '#base/result.js'
import { VIRTUAL_OPERATOR } from '#app/connections/operator.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { openSimulation } from '#app/world/simulation.js'
import { makeWorldManifest } from '#app/world/world-manifest.js'
import { learnInWorld } from '#app/world/world-run.js'
import { runInMemory, SILENT_VIEW } from '#lab/scripted/run-in-memory.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import { Recorder, recordingName } from '#service/recording/recorder.js'
import { isNodeTopic, NODE_TOPIC, TOPICS } from '#service/recording/topics.js'
import { drawnMap } from '#service/show/drawn-map.js'
import type { ShownMap } from '#service/show/shown-episode.js'
import { shownWorld } from '#service/show/shown-world.js'
import { StatusReporter } from '#service/show/status-reporter.js'
import { readBack, type ReadBack } from './support/read-back.js'
import { NOON, PARTS } from './support/recorded.js'

let folder = ''
let world: LoadedWorld
let read: ReadBack
let shown: ShownMap
/** drawings of the page, each time that one was asked for */
const labels: string[] = []

/** An episode of the home, published and recorded as the service does it; no pictures are taken. */
async function recordHome(): Promise<string> {
  world = must(await loadWorld({ world: 'home', tree: 'worlds/home/policy/reference-fetch.xml' }), 'the home')
  const believed = new Map([...world.domain.initial, ...world.task.start])
  const simulation = { folder: world.folder, task: 'fetch', believed, seed: 1, faults: 'none' } as const
  const robots = must(await openSimulation('home', simulation), 'its simulation')
  const manifest = makeWorldManifest({ seed: 1, episodes: 1, faults: 'none', strictAlg1: false }, world)
  let wall = NOON
  const statusPublisher = new StatusPublisher({ now: () => wall, version: 'test', parts: PARTS })
  const { library } = world
  const recorder = new Recorder({ statusPublisher, dir: folder, library, picturesPerSecond: 0 })
  const now = (): number => wall
  const held = (): boolean => false
  const reporter = new StatusReporter({ statusPublisher, manifest, device: null, before: [], now, held })
  const drawing = drawnMap(() => shown)
  await learnInWorld({
    tell: () => undefined,
    world,
    robots: (episode) => {
      const robot = must(robots(episode), 'a robot')
      const camera = { capture: () => Promise.reject(new Error('no camera')) }
      return { ok: true, value: { ...robot, camera } }
    },
    operator: VIRTUAL_OPERATOR,
    library,
    start: world.policy,
    before: [],
    signal: new AbortController().signal,
    manifest,
    store: runInMemory().log,
    view: SILENT_VIEW,
    host: {
      listen: (event, episode) => {
        if (event.kind === 'turn') wall = NOON + event.t / 100
        reporter.listen(event, episode)
        if (event.kind === 'turn') labels.push(drawing()?.label ?? '')
      },
      prepared: (parts) => {
        const episode = shownWorld(parts, world.map)
        shown = episode.scene as ShownMap
        reporter.prepared(episode)
        recorder.beginEpisode(manifest.key, 1, { scene: shown, manifest })
        return Promise.resolve()
      },
      notes: () => [],
      held,
      estopRequested: () => false,
    },
  })
  await recorder.close()
  return join(folder, `${recordingName(manifest.key, 1)}.mcap`)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graft-map-scene-'))
  read = await readBack(await recordHome())
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

interface Entity {
  readonly id: string
  readonly frame_id: string
  readonly cubes: readonly object[]
  readonly cylinders: readonly { readonly pose: { readonly position: { x: number; y: number } } }[]
  readonly texts: readonly { readonly text: string }[]
}
const scenes = (): readonly (readonly Entity[])[] =>
  read.messages
    .filter(({ topic }) => topic === '/scene')
    .map(({ data }) => (data as { entities: Entity[] }).entities)
const textsOf = (scene: readonly Entity[], id: string): readonly string[] =>
  scene.find((entity) => entity.id === id)?.texts.map(({ text }) => text) ?? []

describe('a recorded episode in the home', () => {
  it('has messages that are as their schemas say, on the topics of every recording', () => {
    const shape = (schema: object) => z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
    const schemas = new Map(Object.entries(TOPICS).map(([topic, { schema }]) => [topic, shape(schema)]))
    const node = shape(NODE_TOPIC.schema)
    const wrong = read.messages.filter(
      ({ topic, data }) => !(isNodeTopic(topic) ? node : schemas.get(topic))?.safeParse(data).success,
    )
    expect(wrong).toEqual([])
    expect(read.messages.length).toBeGreaterThan(80)
    expect(read.topics).toEqual(expect.arrayContaining(['/log', '/mode', '/scene', '/score']))
  })

  it('shows the rooms, the robot on its way, and the milk that it takes out of the fridge', () => {
    const all = scenes()
    expect(all.length).toBeGreaterThan(5)
    expect(new Set(all.flat().map(({ frame_id }) => frame_id))).toEqual(new Set(['map']))
    expect(textsOf(all[0] ?? [], 'areas')).toEqual(['hall', 'kitchen', 'bathroom', 'living room', 'bedroom'])
    const places = all.map((scene) => scene.find(({ id }) => id === 'robot')?.cylinders[0]?.pose.position)
    expect(places[0]).toMatchObject({ x: 8.15, y: 3.5 })
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBeGreaterThan(2)
    expect(all.some((scene) => textsOf(scene, 'objects').includes('fridge · open'))).toBe(true)
    for (const scene of all) {
      const things = scene.find(({ id }) => id === 'things')
      expect([things?.cubes.length, things?.texts.length]).toEqual([14, 14])
    }
  })

  it('is drawn on the page as it goes', () => {
    expect(labels.length).toBeGreaterThan(100)
    expect(labels.some((label) => label.includes('it holds milk'))).toBe(true)
    expect(labels.at(-1)).toMatch(/at kitchen table: .*milk/)
  })
})
