import type { FieldSetup } from '#simulation/field/field-setup.js'
import { must } from '#base/result.js'
import type { NodeLibrary } from '#bt/library.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { openModelSet } from '#app/models/model-set.js'
import { chooseModel, loadLanguage } from '#app/models/open-models.js'
import { virtualConnection } from '#app/connections/virtual-connection.js'
import { initialBelief } from '#twin/field/belief.js'

/** What the two models have done while they were a load. */
export interface Load {
  readonly tokens: () => number
  readonly reports: () => number
  stop(): Promise<void>
}

/** Both shipped models, as the product loads them, at work without a pause: the actor writes, the critic looks. */
export async function startLoad(setup: FieldSetup, library: NodeLibrary): Promise<Load> {
  const minds = must(await openModelSet({ actor: 'rules' }, library), 'shipped models')
  const actor = must(await chooseModel('actor', undefined), 'the shipped actor')
  const language = await loadLanguage(actor)
  const wasm = must(readFirmware(), 'shipped firmware')
  const body = virtualConnection({ setup, wasm, seed: 1, episode: 1, faults: 'none' })
  const frame = await body.camera.capture()
  const critic = minds.criticFor(setup.map, body.camera.model)
  await critic.initial({ episode: 1, frame })
  let [going, tokens, reports] = [true, 0, 0]
  const write = async (): Promise<void> => {
    const prompt = 'zone 1 has blocks 0101 and the robot is home ; '.repeat(12)
    while (going) {
      await language.countTokens(prompt)
      const reply = await language.complete({ prompt, maxTokens: 200, temperature: 0, seed: 0 })
      tokens += reply.promptTokens + reply.tokens
    }
  }
  const look = async (): Promise<void> => {
    const evidence = { world: initialBelief(setup.map), held: '0000' } as const
    const doc = { main: '', trees: [] }
    for (let step = 1; going; step++) {
      await critic.intermediate({ episode: 1, step, frame, doc, trace: [], evidence })
      reports++
    }
  }
  const action = Promise.all([write(), look()])
  return {
    tokens: () => tokens,
    reports: () => reports,
    stop: async () => {
      going = false
      await action
      await language.dispose()
      await minds.close()
    },
  }
}
