import type { ActorInput } from '#learning/field/actor/contract.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import { randomInt } from 'node:crypto'
import { must, ok } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { Edit } from '#bt/edit.js'
import { parseTree } from '#bt/xml/parse.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import { WireObserver } from '#link/wire-observer.js'
import { virtualRobots, type RobotProvider } from '#app/connections/robot-provider.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { learnOnField } from '#app/field-run.js'
import { makeManifest } from '#app/run-folder/field-manifest.js'
import type { ModelSet } from '#app/models/model-set.js'
import { readLibrary } from '#app/policy.js'
import type { RunView } from '#app/view.js'
import type { Actor } from '#learning/actor/input.js'
import type { Critic } from '#learning/critic/critic.js'
import type { CriticMode, CriticReport } from '#learning/critic/report.js'
import type { RunLog } from '#runtime/run-log.js'
import { benchmarkField } from '../../simulation/support/field.js'

/** Two short episodes with a change of tree between them: what is killed at each of its calls must be small. */
export const EPISODES = 2

export const library = readLibrary()
export const setup = benchmarkField()
export const FIRST = treeOf('<Sequence><MoveToZone zone="3"/><MoveToHome/></Sequence>')
export const SECOND = treeOf('<Sequence><MoveToZone zone="4"/><MoveToHome/></Sequence>')

export const manifestOf = (seed: number): RunManifest => {
  const asked = { seed, episodes: EPISODES, faults: 'none', actor: 'rules' } as const
  const more = { blockInfo: false, strictAlg1: false, out: '', json: true }
  return makeManifest({ ...asked, ...more }, setup, FIRST, [])
}

/** A command that left for the controller: nothing else can move the robot. */
interface Sent {
  readonly session: number
  readonly id: number
}

export interface Mission {
  readonly manifest: RunManifest
  readonly wasm: Uint8Array
  readonly store: RunLog
  readonly start: TreeDoc
  readonly before: readonly EpisodeRecord[]
  /** the first byte of a command leaves now */
  readonly sent: (episode: number, command: Sent) => void
  /** a tree is about to run; it runs when this resolves */
  readonly begins?: (hash: string) => Promise<void>
}

/** Algorithm 1 on the virtual robot as `graft run` composes it, with minds that say and do the same each time. */
export function play(mission: Mission): Promise<LearnRunEnd> {
  const { manifest, start, before } = mission
  let running = ''
  // the runtime saves the tree of an episode before it asks for the robot
  const store: RunLog = {
    ...forwarded(mission.store),
    saveTree: (hash, xml) => mission.store.saveTree((running = hash), xml),
  }
  return learnOnField({
    manifest,
    setup,
    start,
    before,
    store,
    view: BLIND,
    library,
    models: MINDS,
    connections: heardBodies(mission, () => running),
    signal: new AbortController().signal,
  })
}

/** Virtual robots with sessions of their own at each start, as a real one has, and somebody who hears their wire. */
function heardBodies({ manifest, wasm, sent, begins }: Mission, running: () => string): RobotProvider {
  const own = virtualRobots({ setup, wasm, seed: manifest.seed, faults: 'none' })
  return {
    ...own,
    next: async (episode, watch) => {
      await begins?.(running())
      const wire = new WireObserver()
      const tap = (direction: 'toFirmware' | 'toHost', bytes: Uint8Array): void => {
        for (const { message } of wire.observe(direction, bytes))
          if (direction === 'toFirmware' && 'cmdId' in message && 'session' in message)
            sent(episode, { session: message.session, id: message.cmdId })
      }
      const ready = await own.next(episode, { ...watch, onWire: tap })
      return ready.ok ? ok({ ...ready.value, sessionId: randomInt(1, 2 ** 32) }) : ready
    },
  }
}

/** The same log, method by method: to be changed in some of them. */
export const forwarded = (log: RunLog): RunLog => ({
  step: (step) => log.step(step),
  command: (entry) => log.command(entry),
  backgroundJournal: (episode) => log.backgroundJournal(episode),
  saveTree: (hash, xml) => log.saveTree(hash, xml),
  loadTree: (hash) => log.loadTree(hash),
  saveFrame: (episode, id, jpeg) => log.saveFrame(episode, id, jpeg),
  saveLines: (episode, kind, lines) => log.saveLines(episode, kind, lines),
  wirePath: (episode) => log.wirePath(episode),
  commit: (record) => log.commit(record),
  saveSummary: (summary) => log.saveSummary(summary),
})

function treeOf(body: string): TreeDoc {
  const text = `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  return must(parseTree(text, { file: 'crash.xml', library }), 'a tree of the crash test')
}

/** Puts the second tree in the place of the first, whatever has happened. */
const PROMOTER: Actor<ActorInput> = {
  id: 'promoter',
  propose: ({ tree }) => {
    const first = JSON.stringify(tree.trees) === JSON.stringify(FIRST.trees)
    const patch: Edit[] = first
      ? [{ op: 'setAttr', at: '/0', name: 'zone', value: '4', because: 'score' }]
      : []
    const next = first ? SECOND : tree
    return Promise.resolve({ patch, tree: next, tries: [], confidence: 1, why: 'as scripted' })
  },
}

const say = (mode: CriticMode, episode: number, step: number): Promise<CriticReport> =>
  Promise.resolve({
    ...{ mode, episode, step, outcome: 'unknown', issues: [], s: 0, c: 0.9 },
    ...{ summary: 'as scripted', raw: '', model: 'scripted', frames: [] },
  })

const CRITIC: Critic<Evidence> = {
  initial: ({ episode }) => say('initial', episode, 0),
  intermediate: ({ episode, step }) => say('intermediate', episode, step),
  final: ({ episode }) => say('final', episode, 0),
}

const MINDS: ModelSet = {
  stamps: [],
  criticFor: () => CRITIC,
  actorFor: () => PROMOTER,
  close: () => Promise.resolve(),
}

const nothing = (): undefined => undefined
const BLIND: RunView = {
  ...{ start: nothing, unit: nothing, assessment: nothing, alarm: nothing, episode: nothing },
  ...{ edit: nothing, link: nothing, end: nothing, close: nothing },
}
