import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { project } from '#base/camera-model.js'
import { readBtLog } from '#bt-tools/log/btlog-reader.js'
import { STATUS_CODE } from '#bt-tools/monitor/status-code.js'
import { readOutline } from '#bt-tools/monitor/view/outline.js'
import { Recorder } from '#service/recording/recorder.js'
import { isNodeTopic, NODE_TOPIC, TOPICS } from '#service/recording/topics.js'
import { readLibrary } from '#app/policy.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import { readBack, type ReadBack } from './support/read-back.js'
import { NOON, PARTS, recordEpisode, type RecordedEpisode } from './support/recorded.js'

let folder = ''
let recorded: RecordedEpisode
let read: ReadBack
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graft-recorder-'))
  recorded = await recordEpisode(folder)
  read = await readBack(recorded.mcap)
}, 60_000)
afterAll(() => {
  rmSync(folder, { recursive: true })
})
const on = (topic: string) => read.messages.filter((message) => message.topic === topic)

describe('an episode that was recorded', () => {
  it('holds every topic that people look at, each message as its schema says', () => {
    const counts = Object.keys(TOPICS).map((topic) => [topic, on(topic).length] as const)
    const empty = counts.filter(([, count]) => count === 0).map(([topic]) => topic)
    // nothing of this service's run is set, and nobody was called
    expect(empty.filter((topic) => topic !== '/alarm' && topic !== '/bt/unit')).toEqual([])
    const schemas = new Map(
      [...Object.entries(TOPICS), ['node', NODE_TOPIC] as const].map(([topic, { schema }]) => [
        topic,
        z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]),
      ]),
    )
    let checked = 0
    for (const { topic, data } of read.messages) {
      const judged = schemas.get(isNodeTopic(topic) ? 'node' : topic)?.safeParse(data)
      expect(judged?.error?.message, topic).toBeUndefined()
      expect(judged?.success).toBe(true)
      checked++
    }
    expect(checked).toBeGreaterThan(250)
  })

  it('VRL-14: has the life of every node on a topic of its own, change by change', () => {
    const bySeq = recorded.trace.map(({ path, to }) => `${path} ${to}`)
    const told = read.messages.filter(({ topic }) => isNodeTopic(topic))
    expect(told.length).toBe(recorded.trace.length)
    expect(
      told
        .map(({ data }) => `${(data as { path: string }).path} ${(data as { status: string }).status}`)
        .sort(),
    ).toEqual([...bySeq].sort())
    const paths = new Map<string, Set<string>>()
    for (const { topic, data } of told)
      paths.set(topic, (paths.get(topic) ?? new Set()).add((data as { path: string }).path))
    expect(paths.size).toBe(new Set(recorded.trace.map(({ path }) => path)).size)
    for (const [topic, own] of paths) {
      expect(own.size, topic).toBe(1)
      expect(topic).toMatch(/^[A-Za-z0-9_/]+$/)
    }
  })

  it('says at the end of every tick which leaves run', () => {
    const running = new Set<string>()
    const ticks = new Map<number, string[]>()
    for (const { t, path, to } of recorded.trace) {
      if (to === 'RUNNING') running.add(path)
      else running.delete(path)
      ticks.set(t, [...running].sort())
    }
    // a tick that leaves the same nodes running is not told again
    const changed = [...ticks.values()].filter((each, i, all) => each.join() !== all[i - 1]?.join())
    const leaves = changed.map(
      (all) => all.filter((path) => !all.some((other) => isBelow(other, path))).length,
    )
    const told = on('/bt/running').map(({ data }) => (data as { leaves: string[] }).leaves.length)
    expect(told).toEqual(leaves)
    expect(told.length).toBeGreaterThan(5)
  })

  it('lasts as long as the episode, although the virtual robot lived it in a hundredth of the time', () => {
    const times = read.messages.map(({ logTime }) => Number(logTime / 1_000_000n) - NOON)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...times) / 1000).toBeGreaterThan(recorded.seconds - 1)
    expect(Math.max(...times) / 1000).toBeLessThan(recorded.seconds + 3)
  })

  it('keeps one picture a second and where the camera stood', () => {
    expect(on('/camera').length).toBeGreaterThan(recorded.seconds * 0.8)
    expect(on('/camera').length).toBeLessThan(recorded.seconds * 1.2 + 2)
    const [k] = on('/camera/calibration').map(({ data }) => (data as { K: number[] }).K)
    expect(k).toBeDefined()
    const frames = (on('/tf')[0]?.data as { transforms: Transform[] }).transforms
    expect(frames.map(({ child_frame_id }) => child_frame_id)).toEqual(['base', 'gripper', 'camera'])
    const camera = frames[2] as Transform
    let seen = 0
    for (const point of [
      [0.2, 0.3, 0],
      [1.5, 1.6, 0.1],
      [0.9, 0.9, 0.3],
    ] as const) {
      const pixel = project(MAST_CAMERA, point)
      const [x, y, z] = intoFrame(camera, point)
      const focal = (k as number[])[0] as number
      expect((focal * x) / z + 320).toBeCloseTo(pixel?.u ?? NaN, 6)
      expect((focal * y) / z + 240).toBeCloseTo(pixel?.v ?? NaN, 6)
      seen++
    }
    expect(seen).toBe(3)
  })

  it('puts the gripper where the twin believes it', () => {
    for (const { data } of on('/tf')) {
      const [base, gripper] = (data as { transforms: Transform[] }).transforms as [Transform, Transform]
      const theta = 2 * Math.atan2(base.rotation.z, base.rotation.w)
      const { x, y } = gripper.translation
      const at = {
        x: base.translation.x + x * Math.cos(theta) - y * Math.sin(theta),
        y: base.translation.y + x * Math.sin(theta) + y * Math.cos(theta),
      }
      expect(at.x).toBeGreaterThan(-0.1)
      expect(at.y).toBeGreaterThan(-0.1)
      expect(Math.hypot(at.x, at.y)).toBeLessThan(4)
    }
    expect(on('/tf').length).toBeGreaterThan(100)
  })

  it('shows blocks that leave their zone and lie in another', () => {
    const blocks = on('/scene').map(({ data }) => {
      const { entities } = data as { entities: { id: string; frame_id: string; cubes: object[] }[] }
      return ['blocks', 'held'].map((id) => entities.find((entity) => entity.id === id)?.cubes.length ?? -1)
    })
    expect(blocks.length).toBeGreaterThan(2)
    const held = blocks.map(([, inGripper]) => inGripper)
    expect(Math.max(...(held as number[]))).toBeGreaterThan(0)
    expect(blocks[0]).toEqual([16, 0])
  })

  it('names tree, manifest and versions', () => {
    expect(read.attachments).toEqual(['tree.xml', 'run.json'])
    expect(read.metadata).toEqual(['graft'])
  })

  it('leaves a .btlog for Groot2 with the same changes', () => {
    const { log, problems } = readBtLog(readFileSync(recorded.btlog), 'recorded.btlog')
    expect(problems).toEqual([])
    expect(log?.transitions.length).toBe(recorded.trace.length)
    expect(log?.transitions.map(({ status }) => status)).toEqual(
      recorded.trace.map(({ to }) => STATUS_CODE[to]),
    )
    expect(log?.transitions.map(({ usec }) => usec)).toEqual(recorded.trace.map(({ t }) => t * 1000))
    const rows = readOutline(log?.xml ?? '')
    expect(rows.ok && rows.value.length).toBeGreaterThan(10)
  })
})

describe('the recorder', () => {
  const fresh = (
    name: string,
  ): { statusPublisher: StatusPublisher; recorder: Recorder; dir: string; said: string[] } => {
    const said: string[] = []
    const dir = join(folder, name)
    const statusPublisher = new StatusPublisher({ now: () => NOON, version: 'test', parts: PARTS })
    const recorder = new Recorder({
      statusPublisher,
      dir,
      library: readLibrary(),
      picturesPerSecond: 0,
      log: (level, text) => said.push(`${level} ${text}`),
    })
    return { statusPublisher, recorder, dir, said }
  }
  const log = (statusPublisher: StatusPublisher, text: string): void =>
    statusPublisher.publish({ kind: 'log', level: 'info', source: 'test', text })

  it('pauses when the disk is low: the file is whole, and nothing is made until it goes on', async () => {
    const { statusPublisher, recorder, dir, said } = fresh('paused')
    recorder.beginEpisode('R', 1)
    log(statusPublisher, 'before')
    recorder.pause('the disk is low')
    log(statusPublisher, 'while it pauses')
    recorder.beginEpisode('R', 2)
    expect(recorder.status).toEqual({ kind: 'paused', why: 'the disk is low' })
    recorder.resume()
    recorder.beginEpisode('R', 3)
    log(statusPublisher, 'after')
    await recorder.close()
    expect(readdirSync(dir).sort()).toEqual(['R-01.mcap', 'R-03.mcap'])
    const first = await readBack(join(dir, 'R-01.mcap'))
    const texts = first.messages
      .filter(({ topic }) => topic === '/log')
      .map(({ data }) => (data as { message: string }).message)
    expect(texts).toEqual(['before', 'recording paused: the disk is low'])
    expect(said.filter((text) => text.startsWith('warn')).length).toBe(1)
  })

  it('swaps files between episodes without losing a word', async () => {
    const { statusPublisher, recorder, dir } = fresh('swap')
    for (let episode = 1; episode <= 5; episode++) {
      recorder.beginEpisode('R', episode)
      for (let i = 0; i < 50; i++) log(statusPublisher, `${episode}/${i}`)
    }
    await recorder.close()
    log(statusPublisher, 'nobody listens any more')
    let words = 0
    for (const name of readdirSync(dir)) {
      const { messages } = await readBack(join(dir, name))
      words += messages.filter(({ topic }) => topic === '/log').length
    }
    expect(words).toBe(250)
  })

  it('does not stop the robot when its folder cannot be made', () => {
    writeFileSync(join(folder, 'a-file'), '')
    const { statusPublisher, recorder, said } = fresh(join('a-file', 'below'))
    recorder.beginEpisode('R', 1)
    log(statusPublisher, 'goes nowhere')
    expect(recorder.status.kind).toBe('broken')
    expect(said.join()).toContain('is not recorded')
    expect(existsSync(join(folder, 'a-file', 'below'))).toBe(false)
  })
})

const isBelow = (path: string, above: string): boolean =>
  path !== above && path.startsWith(above === '/' ? '/' : `${above}/`)

interface Transform {
  readonly child_frame_id: string
  readonly translation: { readonly x: number; readonly y: number; readonly z: number }
  readonly rotation: { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
}

/** A point of the parent in the coordinates of the child: the inverse of the transform. */
function intoFrame(
  { translation: o, rotation: q }: Transform,
  [px, py, pz]: readonly [number, number, number],
): readonly [number, number, number] {
  const [x, y, z] = [px - o.x, py - o.y, pz - o.z]
  const { x: a, y: b, z: c, w } = { x: -q.x, y: -q.y, z: -q.z, w: q.w }
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)]
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx]
}
