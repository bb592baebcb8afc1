import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectConsole } from '#console-sockets/console-client.js'
import { readClientKey } from '#console-sockets/key-files.js'
import { stream as random, type Rng } from '#base/random.js'
import { must } from '#base/result.js'
import { LAUNCHER, Service, type Json } from './support/service.js'
import {
  choose,
  commit,
  copy,
  declared,
  isCommitted,
  kindOf,
  KINDS,
  listing,
  lost,
  type Declared,
  type Deed,
} from './support/state-faults.js'

/** `GRAFT_STATE_FAULTS=200` for all of them */
const FAULTS = Number(process.env['GRAFT_STATE_FAULTS'] ?? 14)
/** permissions mean something to it, also where the tests run as root */
const NOBODY = 65_534
/** after which the robot stands, or somebody has stopped it, ms */
const A_SECOND = 1000
/** motion that is to go on is looked at after so long, ms */
const A_WHILE = 400
/** between two looks at where the robot is, ms */
const A_LOOK = 250
const CONFIG = 'robot: { pace: real, restSeconds: 0 }\nmodels: { actor: rules }\nalarm: { hold: none }'
const AS_ROOT = process.getuid?.() === 0
const USER = AS_ROOT ? { uid: NOBODY } : {}

describe('whatever happens to the state folder, the robot stands or somebody can stop it', () => {
  const template = new Service(CONFIG.replace('real', 'fast'), USER)
  const model = join(template.state, 'state')
  const operator = join(template.state, 'olga.graft-key')

  beforeAll(async () => {
    await template.start()
    await template.status('the models are there', areLoaded)
    await template.ask('run', { episodes: 2 })
    await template.arm()
    await template.status('the run is over', (status) => status['activity'] === 'idle')
    expect(await template.end('SIGTERM')).toBe(0)
    const made = spawnSync(
      process.execPath,
      [LAUNCHER, 'keys', 'new', 'olga', '--role', 'operator', '--state', model, '--out', operator],
      { encoding: 'utf8', ...(AS_ROOT && { uid: NOBODY, gid: NOBODY }) },
    )
    expect(made.status, made.stderr).toBe(0)
  }, 180_000)

  /** one service after the other: a new one when the folder of the one before cannot be put right beneath it */
  let service: Service | undefined
  afterAll(async () => {
    await service?.close()
    await template.close()
  })

  const fresh = async (): Promise<Service> => {
    const made = new Service(CONFIG, { page: true, ...USER })
    copy(model, stateOf(made))
    mkdirSync(asideOf(made))
    await made.start()
    await made.status('the models are there', areLoaded)
    return made
  }

  const deeds: Deed[] = []
  const seen = new Map<string, number>()

  test.each(Array.from({ length: FAULTS }, (_, i) => i + 1))(
    'fault %i',
    async (seed) => {
      const rng = random(seed, 'state folder')
      const robot = (service ??= await fresh())
      const state = stateOf(robot)
      const deed = choose(rng, state, seed)
      deeds.push(deed)
      const what = sayDeed(deed)
      if (deed.running) await drive(robot, rng)
      const before = listing(state)
      const undo = commit(deed, state, asideOf(robot))
      expect(isCommitted(deed, state), what).toBe(true)
      const at = performance.now()
      let [motion, start, isPutRight] = ['', '', false]
      try {
        motion = await motionAfter(robot, operator, deed, at).catch((error: unknown) => {
          // the process is gone, and with it all that moves: a body stops by its watchdog
          if (robot.endedBy === undefined) throw error
          return `ended by ${robot.endedBy}`
        })
        const { output } = robot
        expect(
          isDeclared(declared(deed), deed.running, motion),
          `${what}: ${motion}\n${output.slice(-1500)}`,
        ).toBe(true)
        if (deed.restart || robot.endedBy !== undefined) {
          await robot.end(rng.int(2) === 0 ? 'SIGKILL' : 'SIGTERM')
          start = await startAgain(robot, deed)
          expect(start, `${what}\n${robot.output.slice(-1500)}`).toMatch(EXPECTED[declared(deed).start])
        } else {
          undo()
          await comesIn(robot)
          isPutRight = true
        }
        // what is gone went by the deed, and by nobody else
        if (deed.kind === 'chmod' && deed.restart) undo()
        expect(lost(before, listing(state), deed), what).toEqual([])
      } finally {
        const line = `${deed.kind} ${kindOf(deed.path)}, ${deed.running ? 'RUNNING' : 'stopped'}: ${motion}${start === '' ? '' : `; started again: ${start}`}`
        seen.set(line, (seen.get(line) ?? 0) + 1)
        if (!isPutRight) await retire(robot)
      }
    },
    60_000,
  )

  test('the faults were many and various', () => {
    process.stderr.write(
      `${[...seen]
        .sort()
        .map(([line, count]) => `${count} × ${line}`)
        .join('\n')}\n`,
    )
    expect(deeds).toHaveLength(FAULTS)
    expect(new Set(deeds.map(({ kind }) => kind)).size).toBe(KINDS.length)
    expect(deeds.filter(({ running }) => running).length).toBe(Math.floor(FAULTS / 2))
    expect(deeds.filter(({ restart }) => restart).length).toBeGreaterThanOrEqual(Math.floor(FAULTS / 3))
  })

  const retire = async (spent: Service): Promise<void> => {
    service = undefined
    if (existsSync(stateOf(spent))) chmodSync(stateOf(spent), 0o700)
    await spent.close()
  }
})

const stateOf = (service: Service): string => join(service.state, 'state')
const asideOf = (service: Service): string => join(service.state, 'aside')
const sayDeed = ({ kind, path, running }: Deed): string =>
  `${kind} ${path === '' ? '.' : path}, ${running ? 'RUNNING' : 'stopped'}`
const areLoaded = (status: Json): boolean =>
  (status['models'] as { state: string }[]).every(({ state }) => state !== 'loading')

const EXPECTED = {
  starts: /^starts$/,
  refuses: /^refuses$/,
  either: /^(starts|refuses)$/,
} as const

/** What motion may come to. */
function isDeclared({ motion, endedBy }: Declared, running: boolean, seen: string): boolean {
  if (endedBy !== undefined && seen === `ended by ${endedBy}`) return true
  if (!running) return seen === (motion === 'ends' ? 'stands, barred' : 'stands, stop answered')
  return motion === 'either'
    ? seen === 'ends' || seen === 'goes on, stopped'
    : seen === (motion === 'ends' ? 'ends' : 'goes on, stopped')
}

async function drive(service: Service, rng: Rng): Promise<void> {
  await service.ask('run', { episodes: 5 })
  await service.arm()
  await service.status('it moves', (status) => JSON.stringify(status['facts']).includes('moving'))
  await sleep(rng.int(500))
}

/** What becomes of motion: in words that say whether it was as it must be. */
async function motionAfter(service: Service, file: string, deed: Deed, at: number): Promise<string> {
  const { motion } = declared(deed)
  if (motion === 'ends') {
    if (deed.running) return (await standsBy(service, at + A_SECOND)) ? 'ends' : 'goes on, and must not'
    const barred = async (): Promise<boolean> => rowOf(await service.shown(), 'access') === 'failed'
    return (await by(at + A_SECOND, barred)) ? 'stands, barred' : 'stands, and could be armed'
  }
  if (deed.running) await sleep(A_WHILE)
  const isRunning = (await service.shown())['mode'] === 'RUNNING'
  const asked = performance.now()
  const stops = await stopTwice(service, file)
  const stands = await standsBy(service, asked + A_SECOND)
  if (!stands) return `goes on after ${stops} answers to stop`
  if (isRunning) return stops > 0 ? 'goes on, stopped' : 'ends'
  if (deed.running) return 'ends'
  return stops > 0 ? 'stands, stop answered' : 'stands, stop not answered'
}

/** @returns how many of two operators' stops were answered within a second */
async function stopTwice(service: Service, file: string): Promise<number> {
  const key = must(readClientKey(file), 'olga')
  const client = must(connectConsole({ endpoint: service.endpoint, key, name: 'olga' }), 'olga')
  try {
    const answers = await Promise.all([
      client.request('stop', {}, { timeoutMs: A_SECOND }).then(({ ok }) => ok),
      service.try('stop', {}, A_SECOND).then(({ refused }) => refused === undefined),
    ])
    return answers.filter(Boolean).length
  } finally {
    client.close()
  }
}

/** It is not in RUNNING, and is where it was a moment ago. */
const standsBy = (service: Service, end: number): Promise<boolean> =>
  by(end, async () => {
    const first = await service.shown()
    if (first['mode'] === 'RUNNING') return false
    await sleep(A_LOOK)
    return poseOf(first) === poseOf(await service.shown())
  })

async function by(end: number, holds: () => Promise<boolean>): Promise<boolean> {
  while (!(await holds())) {
    if (performance.now() > end) return false
    await sleep(25)
  }
  return true
}

const poseOf = (status: Json): string | undefined =>
  (status['facts'] as { subject: string; text: string }[]).find(({ subject }) => subject === 'pose')?.text
const rowOf = (status: Json, id: string): string | undefined =>
  (status['health'] as { id: string; state: string }[]).find((row) => row.id === id)?.state

/** What was put back lets them in again, and nothing has begun. */
async function comesIn(service: Service): Promise<void> {
  await service.until('somebody can get in', async () => rowOf(await service.shown(), 'access') === 'ok')
  await service.until('it answers', async () => {
    service.connect()
    const { value } = await service.try('status', {}, 300)
    return value['mode'] === 'SAFE' && value['activity'] === 'idle'
  })
}

/** @returns what a start on the damaged folder comes to, in words */
async function startAgain(service: Service, { kind, path }: Deed): Promise<string> {
  const state = stateOf(service)
  const target = join(state, path)
  const look = (): readonly string[] => {
    const isClosed = kind === 'chmod' && existsSync(target)
    if (isClosed) chmodSync(target, 0o700)
    // the database may take its log in before something else is refused
    const all = [...listing(state)].filter(([name]) => !/^(lock|graft\.db.*)$/.test(name)).map(String)
    if (isClosed) chmodSync(target, 0)
    return all
  }
  const before = look()
  const from = service.output.length
  const exit = await service.begin()
  if (exit === undefined) {
    const { mode, activity } = await service.shown()
    return mode === 'SAFE' && activity === 'idle' ? 'starts' : `starts in ${String(mode)}`
  }
  const isTold = /\bhint\b|→|graft store|--state|restore the file/.test(service.output.slice(from))
  const after = look()
  const touched = [
    ...before.filter((one) => !after.includes(one)),
    ...after.filter((one) => !before.includes(one)),
  ]
  if (touched.length > 0) return `ends with ${exit}, having touched ${touched.join(' ')}`
  return exit === 2 && isTold ? 'refuses' : `ends with ${exit}`
}
