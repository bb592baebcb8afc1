import type { Evidence } from '#learning/field/critic/evidence.js'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { RunStore } from '#adapters/store/run-store.js'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { validate } from '#bt/validate/validate.js'
import { parseTree } from '#bt/xml/parse.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { virtualRobots } from '#app/connections/robot-provider.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { learnOnField, type FieldRun } from '#app/field-run.js'
import { fieldOfRun, makeManifest } from '#app/run-folder/field-manifest.js'
import type { ModelSet } from '#app/models/model-set.js'
import type { RunOptions, Unplug } from '#app/command-line/options.js'
import { readLibrary, readPolicy } from '#app/policy.js'
import { restoreRun } from '#app/run-folder/restore.js'
import { JsonView } from '#terminal/json-view.js'
import { createRulesActor } from '#learning/field/actor/actor.js'
import type { Critic } from '#learning/critic/critic.js'
import type { CriticMode, CriticReport } from '#learning/critic/report.js'
import { rehearseTree } from '#robots/field/check-tree.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { LineFaults } from '#simulation/line/line-faults.js'
import { initialBelief } from '#twin/field/belief.js'
import { benchmarkField } from '../../simulation/support/field.js'
import { tapRun } from '../../tap/support/witness.js'
import type { WireSummary } from '#link/analysis/wire-analyzer.js'
import { recordWire } from '#app/run-folder/episode-wires.js'

export const library = readLibrary()
export const initialTree = must(readPolicy('bt/initial.xml', library), 'bt/initial.xml')
const wasm = must(readFirmware(), 'shipped firmware')

/** A tree around the given XML, with the robot's subtrees at hand. */
export function treeOf(body: string): TreeDoc {
  const text = `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  const include = initialTree.trees.filter(({ id }) => id !== initialTree.main)
  return must(parseTree(text, { file: 'test.xml', library, include }), 'a tree of this test')
}

/** A critic that says what it is told: a test tool, never the product's. */
export class ScriptedCritic implements Critic<Evidence> {
  readonly asked: CriticMode[] = []
  readonly #say: (mode: CriticMode) => Partial<CriticReport>

  constructor(say: (mode: CriticMode) => Partial<CriticReport> = () => ({})) {
    this.#say = say
  }

  initial: Critic<Evidence>['initial'] = (input) => this.#report('initial', input.episode, 0, input.frame?.id)
  intermediate: Critic<Evidence>['intermediate'] = (input) =>
    this.#report('intermediate', input.episode, input.step, input.frame?.id)
  final: Critic<Evidence>['final'] = (input) => this.#report('final', input.episode, 0, input.frame?.id)

  #report(mode: CriticMode, episode: number, step: number, frame: string | undefined): Promise<CriticReport> {
    this.asked.push(mode)
    return Promise.resolve({
      mode,
      episode,
      step,
      outcome: 'unknown',
      issues: [],
      s: 0,
      c: 0.9,
      summary: 'as scripted',
      raw: '',
      model: 'scripted',
      frames: frame === undefined ? [] : [frame],
      ...this.#say(mode),
    })
  }
}

/** The rule-based actor and a scripted critic: the loop without models. */
export const scriptedMinds = (critic: Critic<Evidence> = new ScriptedCritic()): ModelSet => ({
  stamps: [],
  criticFor: () => critic,
  actorFor: (map) =>
    createRulesActor({
      library,
      validate: (doc) => validate(doc, library),
      rehearse: (doc) => rehearseTree(doc, initialBelief(map), { map, library }),
      maxEdits: 2,
      maxTries: 3,
    }),
  close: () => Promise.resolve(),
})

export interface LoopOptions {
  readonly episodes: number
  readonly seed?: number
  readonly faults?: 'nominal' | 'none'
  readonly ground?: RunOptions['ground']
  readonly scanner?: RunOptions['scanner']
  readonly setup?: FieldSetup
  readonly tree?: TreeDoc
  readonly minds?: ModelSet
  readonly unplug?: Unplug
  readonly line?: LineFaults
  readonly signal?: AbortSignal
  readonly strictAlg1?: boolean
  readonly untilClean?: boolean
}

export interface Loop {
  readonly end: LearnRunEnd
  readonly folder: string
  /** what `--json` prints */
  readonly printed: string
  /** what an independent tap found on the wire of each episode; `loop` fails when law 2 is broken there */
  readonly wires: readonly WireSummary[]
}

/** Algorithm 1 on the virtual robot, as `graft run` composes it. */
export async function loop(options: LoopOptions): Promise<Loop> {
  const setup = options.setup ?? benchmarkField()
  const start = options.tree ?? initialTree
  const { episodes, seed = 1, faults = 'none', ground = 'ideal', scanner = 'none' } = options
  const { strictAlg1 = false, untilClean = false } = options
  const asked = {
    episodes,
    seed,
    faults,
    ground,
    scanner,
    strictAlg1,
    untilClean,
    actor: 'rules',
    blockInfo: false,
    out: '',
    json: true,
  } as const
  const manifest = makeManifest(asked satisfies RunOptions, setup, start, [])
  const store = RunStore.create(mkdtempSync(join(tmpdir(), 'graft-loop-')), manifest)
  store.saveTree(treeHash(start), writeTree(start))
  return play({ manifest, setup, start, before: [], store }, options)
}

/** Goes on with a run folder, as `graft run --resume` does. */
export function resume(folder: string, options: Pick<LoopOptions, 'minds' | 'signal'> = {}): Promise<Loop> {
  const restored = must(restoreRun('', folder, [], library), 'a run to resume')
  return play({ ...restored, setup: fieldOfRun(restored.manifest) }, options)
}

async function play(
  job: Pick<FieldRun, 'manifest' | 'setup' | 'start' | 'before' | 'store'>,
  options: Pick<LoopOptions, 'minds' | 'signal' | 'unplug' | 'line'>,
): Promise<Loop> {
  let printed = ''
  const view = new JsonView({ write: (text) => (printed += text) })
  const minds = options.minds ?? scriptedMinds()
  const signal = options.signal ?? new AbortController().signal
  view.start({ manifest: job.manifest, finished: job.before })
  const { manifest, setup } = job
  const faults = manifest.faults === 'none' ? 'none' : 'nominal'
  const unplug = options.unplug === undefined ? {} : { unplug: options.unplug }
  const line = options.line === undefined ? {} : { line: options.line }
  const { seed, ground = 'ideal', scanner = 'none' } = manifest
  const connections = virtualRobots({ setup, wasm, seed, faults, ground, scanner, ...unplug, ...line })
  const end = await learnOnField({
    ...job,
    view,
    library,
    models: minds,
    connections,
    signal,
    wire: recordWire,
  })
  if (end.kind !== 'not-started')
    view.end({ summary: end.summary, records: end.records, reportPath: undefined })
  job.store.close()
  const { folder } = job.store
  const { summaries: wires, notes } = await tapRun(folder)
  const breaches = wires.flatMap((wire) => [...wire.breaches.keys()])
  if (breaches.length > 0 || notes.length > 0)
    throw new Error(`the tap of ${folder} says ${JSON.stringify({ breaches, notes })}`)
  return { end, folder, printed, wires }
}

/** The finished episodes, or a failure of the test. */
export function recordsOf({ end }: Loop) {
  if (end.kind === 'not-started') throw new Error(`the run did not start: ${end.failure.text}`)
  return end.records
}
