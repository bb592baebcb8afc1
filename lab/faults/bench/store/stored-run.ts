import { SILENT_VIEW } from '#lab/scripted/run-in-memory.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunStore } from '#adapters/store/run-store.js'
import { stream as random } from '#base/random.js'
import { ok } from '#base/result.js'
import { writeTree } from '#bt/xml/write.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import type { RobotProvider } from '#app/connections/robot-provider.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { learnOnField, type FieldRun } from '#app/field-run.js'
import { fieldOfRun, makeManifest } from '#app/run-folder/field-manifest.js'
import type { ModelSet } from '#app/models/model-set.js'
import { VIRTUAL_OPERATOR } from '#app/connections/operator.js'
import { restoreRun } from '#app/run-folder/restore.js'
import { nonZeroWord } from '#app/connections/virtual-connection.js'
import { SafetyChecker } from '#lab/faults/safety-checker/safety-checker.js'
import type { Violation } from '#lab/faults/safety-checker/violation.js'
import { ruleActor } from '../learning/actors.js'
import { Rig } from '../rig/rig.js'
import { field, FIRST_POLICY, library, STAND_IN_CRITIC } from '../scene.js'

/** A run with its folder on the disk, as `graft run` keeps it, without models. */
export class StoredRun {
  readonly root = mkdtempSync(join(tmpdir(), 'graft-faults-'))
  /** empty until the run exists */
  folder = ''
  readonly #seed: number
  readonly #episodes: number
  readonly #rigs: Rig[] = []

  constructor(seed: number, episodes = 2) {
    this.#seed = seed
    this.#episodes = episodes
  }

  /** From the beginning. @throws what the disk throws */
  async begin(): Promise<LearnRunEnd> {
    const setup = await field('F1')
    const manifest = this.manifest(setup)
    const store = RunStore.create(this.root, manifest, writeTree(FIRST_POLICY))
    this.folder = store.folder
    return this.#play({ manifest, setup, start: FIRST_POLICY, before: [], store })
  }

  /** Goes on with the folder as `graft run --resume` does. @returns the text of a refusal, or how the run ended */
  async resume(): Promise<LearnRunEnd | string> {
    const restored = restoreRun(this.root, this.folder, [], library)
    if (!restored.ok) return `${restored.error.code}: ${restored.error.message}`
    return this.#play({ ...restored.value, setup: fieldOfRun(restored.value.manifest) })
  }

  manifest(setup: FieldRun['setup']): FieldRun['manifest'] {
    const options = { seed: this.#seed, episodes: this.#episodes, faults: 'none', actor: 'rules' } as const
    const more = { blockInfo: false, strictAlg1: false, out: this.root, json: true }
    return makeManifest({ ...options, ...more }, setup, FIRST_POLICY, [])
  }

  get violations(): readonly Violation[] {
    return this.#rigs.flatMap((rig) => rig.safetyChecker.violations)
  }

  /** wheels and gripper of every robot of this run stand */
  get stands(): boolean {
    return this.#rigs.every((rig) => SafetyChecker.stands(rig.truth))
  }

  /** how many robots were made: 0 = nothing can have moved */
  get robots(): number {
    return this.#rigs.length
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  async #play(
    job: Pick<FieldRun, 'manifest' | 'setup' | 'start' | 'before' | 'store'>,
  ): Promise<LearnRunEnd> {
    const parts = {
      view: SILENT_VIEW,
      library,
      models: MINDS,
      connections: this.#connections(),
      signal: new AbortController().signal,
    }
    try {
      return await learnOnField({ ...job, ...parts })
    } finally {
      for (const rig of this.#rigs) rig.advance(AFTERMATH)
      job.store.close()
    }
  }

  #connections(): RobotProvider {
    return {
      operator: VIRTUAL_OPERATOR,
      virtual: true,
      awaitReconnection: () => Promise.resolve(false),
      next: async (episode) => {
        const rig = new Rig({ setup: await field('F1'), seed: this.#seed, episode })
        // which mode the runtime is in is not told here; the other groups judge it
        rig.mode = () => 'RUNNING'
        this.#rigs.push(rig)
        const body = {
          stream: rig.stream,
          camera: {
            model: MAST_CAMERA,
            capture: () => Promise.reject(new Error('no camera on the fault bench')),
          },
          clock: rig.clock,
          virtual: true,
          pace: (period: number) => Promise.resolve(rig.advance(period)),
          outcome: () => rig.world.outcome(),
          close: () => rig.robot.unplug(),
        }
        const sessionId = nonZeroWord(random(this.#seed, episode, 'fault-session').next())
        return ok({ body, sessionId, armedBy: 'the fault bench' })
      },
    }
  }
}

const AFTERMATH = 1500

const MINDS: ModelSet = {
  stamps: [],
  criticFor: () => STAND_IN_CRITIC,
  actorFor: ruleActor,
  close: () => Promise.resolve(),
}
