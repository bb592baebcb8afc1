import { fieldOutcome } from '#learning/field-score.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { score } from '#learning/field-score.js'
import { virtualConnection, nonZeroWord } from '#app/connections/virtual-connection.js'
import { silentCritic } from '#lab/scripted/silent-critic.js'
import { digestTrace } from '#learning/actor/prompt/trace-digest.js'
import { playOut } from '#runtime/episode.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { FaultProfile } from '#simulation/field/world/faults.js'
import type { Played } from './moment.js'
import { WorldProbe } from './world-probe.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { readLibrary, readPolicy, robotSubtrees } from '#app/policy.js'
import { projectFile } from '#documents/read-text-file.js'

export type { Moment, Played } from './moment.js'

export interface Job {
  readonly setup: FieldSetup
  readonly doc: TreeDoc
  /** of the luck, with the field's id and the episode: the same three, the same faults */
  readonly seed: number
  readonly episode: number
  readonly faults: FaultProfile | 'nominal' | 'none'
}

/**
 * Plays one REAL episode: the product's runtime drives its firmware in the simulated world. Nothing is rendered and no
 * model is asked; in the critic's place sits one that says nothing and notes how the world stood whenever it was asked.
 *
 * @param job.doc a tree that the engine loads: what the validator allows
 * @throws InvariantError when the virtual controller does not come up, or the tree cannot be instantiated
 */
export async function playEpisode(job: Job): Promise<Played> {
  const { setup, doc, seed, episode, faults } = job
  const probe = new WorldProbe(setup.map)
  const body = virtualConnection({
    setup,
    wasm: firmware,
    seed,
    episode,
    faults,
    wrapCamera: probe.eye('blank'),
  })
  const parts = prepareEpisode({
    episode,
    doc,
    map: setup.map,
    library,
    body,
    critic: probe.listen(SILENT),
    before: [],
    sessionId: nonZeroWord(stream(seed, setup.map.id, episode, 'session').next()),
    armedBy: 'the data engine',
    control: UNATTENDED,
    journal: () => undefined,
  })
  const { endReason, seconds, facts: outcome } = must(await playOut(parts), 'an episode that starts')
  const facts = fieldOutcome(outcome)
  body.close()
  const trace = parts.trace.events
  return {
    setup,
    doc,
    seed,
    episode,
    endReason,
    seconds,
    trace,
    digest: digestTrace(doc, trace),
    facts,
    sheet: score(facts),
    faults: [...probe.faults],
    moments: probe.moments,
  }
}

/** Stands in for a critic where nobody reads its reports. */
const SILENT = silentCritic({ c: 1, summary: '', model: 'silent stand-in' })

/**
 * What ships with the product and every played episode needs: node library, the robot's subtrees, first policy,
 * firmware.
 */
export const library = readLibrary()
export const subtrees = robotSubtrees(library)
export const initialTree = must(readPolicy(projectFile('bt/initial.xml'), library), 'bt/initial.xml')
export const firmware = must(readFirmware(), 'the shipped firmware')
