import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { Ms } from '#base/units.js'
import { must } from '#base/result.js'
import type { JournalEntry } from '#link/wire-command.js'
import { projectFile } from '#documents/read-text-file.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { readLibrary, readPolicy } from '#app/policy.js'
import { virtualConnection } from '#app/connections/virtual-connection.js'
import type { Frame } from '#learning/ports.js'
import { fieldOutcome, type FieldOutcome } from '#learning/field-score.js'
import { runEpisode } from '#runtime/episode.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import type { LineFaults } from '#simulation/line/line-faults.js'
import { ScriptedCritic } from '../../runtime/support/loop.js'
import { FarWitness } from './far-witness.js'

const wasm = must(readFirmware(), 'shipped firmware')
const library = readLibrary()
const doc = must(readPolicy(projectFile('bt/reference/best-F1.xml'), library), 'the reference plan of F1')
const [setup] = must(await chooseFields({ field: 'F1' }), 'field F1')

export interface Mission {
  readonly endReason: string
  readonly facts: FieldOutcome
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
  const body = virtualConnection({
    setup,
    wasm,
    seed,
    episode: 1,
    faults: 'none',
    onWire: (direction, bytes) => witness.hear(direction, bytes),
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
    control: UNATTENDED,
    journal: (entry) => journal.push(entry),
  })
  const episode = runEpisode(parts)
  let step = await episode.next()
  while (step.done !== true) step = await episode.next()
  const { endReason, facts } = must(step.value, 'an episode that starts')
  body.close()
  return { endReason, facts: fieldOutcome(facts), journal, witness, commLosses: witness.commLosses }
}

/** nobody looks at pictures here */
const FRAME: Frame = { id: 'f0000', t: 0 as Ms, width: 1, height: 1, rgb: Buffer.alloc(3) }
