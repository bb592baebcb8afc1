import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { must } from '#base/result.js'
import { virtualConnection } from '#app/connections/virtual-connection.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { prepareEpisode, type FieldEpisode } from '#runtime/field/prepare.js'
import { initialTree, library, ScriptedCritic } from '../../runtime/support/loop.js'
import { benchmarkField } from '../../simulation/support/field.js'

export const setup = benchmarkField()

/** An episode of the virtual robot that is about to begin. */
export function preparedEpisode(): FieldEpisode {
  const { map } = setup
  const body = virtualConnection({
    ...{ setup, wasm: must(readFirmware(), 'shipped firmware') },
    ...{ seed: 1, episode: 1, faults: 'none' },
  })
  return prepareEpisode({
    ...{ episode: 1, doc: initialTree, map, library, body, before: [], sessionId: 7, armedBy: 'anna' },
    critic: new ScriptedCritic(),
    control: UNATTENDED,
    listen: () => undefined,
    journal: () => undefined,
  })
}
