import { readFirmware } from '../../../src/adapters/firmware-wasm/firmware-file.js'
import type { Ms } from '../../../src/base/units.js'
import { must } from '../../../src/base/result.js'
import type { JournalEntry } from '../../../src/link/wire-command.js'
import { projectFile } from '../../../src/main/project-files.js'
import { chooseFields } from '../../../src/main/run/choose-fields.js'
import { readLibrary, readPolicy } from '../../../src/main/run/policy.js'
import { createVirtualBody } from '../../../src/main/run/virtual-body.js'
import type { Frame } from '../../../src/mind/ports.js'
import type { EpisodeFacts } from '../../../src/learning/facts.js'
import { runEpisode } from '../../../src/runtime/episode.js'
import { prepareEpisode } from '../../../src/runtime/prepare.js'
import type { LineFaults } from '../../../src/sim/line/line-faults.js'
import { ScriptedCritic } from '../../runtime/support/loop.js'
import { FarWitness } from './far-witness.js'

const wasm = must(readFirmware(), 'shipped firmware')
const library = readLibrary()
const doc = must(readPolicy(projectFile('bt/reference/best-F1.xml'), library), 'the reference plan of F1')
const [setup] = must(await chooseFields({ field: 'F1' }), 'field F1')

export interface Mission {
  readonly endReason: string
  readonly facts: EpisodeFacts
  readonly journal: readonly JournalEntry[]
  readonly witness: FarWitness
  /** the controller ended a command because heartbeats were missing for 200 ms: the deadline that a line can hit */
  readonly commLosses: number
}

/** One whole episode on F1 as `graft run` plays it, with this line between runtime and controller. */
export async function playMission(seed: number, line?: LineFaults): Promise<Mission> {
  if (setup === undefined) throw new Error('field F1 is not there')
  const witness = new FarWitness()
  const journal: JournalEntry[] = []
  const body = createVirtualBody({
    setup,
    wasm,
    seed,
    episode: 1,
    faults: 'none',
    tap: (direction, bytes) => witness.hear(direction, bytes),
    ...(line === undefined ? {} : { line }),
  })
  const blind = { model: body.camera.model, capture: () => Promise.resolve(FRAME) }
  const parts = prepareEpisode({
    episode: 1,
    doc,
    map: setup.map,
    library,
    body: { ...body, camera: blind },
    critic: new ScriptedCritic(),
    before: [],
    sessionId: 1 + seed,
    armedBy: 'the test',
    watch: {
      turn: () => undefined,
      seen: () => undefined,
      mayMove: () => Promise.resolve(true),
      stopRequested: () => false,
    },
    onFrame: () => undefined,
    journal: (entry) => journal.push(entry),
  })
  const episode = runEpisode(parts)
  let step = await episode.next()
  while (step.done !== true) step = await episode.next()
  const { endReason, facts } = must(step.value, 'an episode that starts')
  body.close()
  return { endReason, facts, journal, witness, commLosses: witness.commLosses }
}

/** nobody looks at pictures here */
const FRAME: Frame = { id: 'f0000', t: 0 as Ms, width: 1, height: 1, rgb: Buffer.alloc(3) }
