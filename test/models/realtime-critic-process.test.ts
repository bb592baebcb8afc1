import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCriticProcess, type CriticProcess } from '#app/models/critic-process.js'
import { chooseModel, loadVision } from '#app/models/open-models.js'
import type { ListedModel } from '#app/models/model-lists.js'
import { must } from '#base/result.js'
import { createCritic } from '#learning/field/critic/critic.js'
import type { FinalInput } from '#learning/critic/critic.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import type { Frame } from '#learning/ports.js'
import { CAMERA, MAP, picture, sceneAtStart } from '../critic/support/field.js'
import { ONE_TRIP, ONE_TRIP_RAN, evidence, trace } from '../critic/support/trace.js'

const LOAD_MS = 120_000
let model: ListedModel
let critics: CriticProcess

beforeAll(async () => {
  model = must(await chooseModel('critic', undefined), 'the shipped critic')
  critics = await startCriticProcess({ model, prompt: 'facts', timeoutMs: undefined })
}, LOAD_MS)
afterAll(() => critics.stop())

describe('the critics in a process of their own', () => {
  it('say word for word what they say in this one, two at a time', { timeout: LOAD_MS }, async () => {
    const vision = await loadVision(model)
    const frames = [
      picture(sceneAtStart(['0110', '0000', '0000', '0000'])),
      picture(sceneAtStart(['1111', '0001', '0000', '1000'])),
    ]
    const pairs = await Promise.all(
      frames.map(async (shot, i) => {
        const frame = await shot
        const episode = async (critic: ReturnType<typeof createCritic>) => [
          await critic.initial({ episode: i, frame }),
          await critic.final(final(i, frame)),
        ]
        const there = await episode(critics.criticFor(MAP, CAMERA))
        return [
          there,
          await episode(createCritic({ vision, map: MAP, camera: CAMERA, prompt: 'facts' })),
        ] as const
      }),
    )
    for (const [there, here] of pairs) expect(there).toEqual(here)
    expect(pairs[0]?.[0]).not.toEqual(pairs[1]?.[0])
    await vision.dispose()
  })

  it('that die say so and go on, in the same episode', { timeout: LOAD_MS }, async () => {
    const frame = await picture(sceneAtStart(['0110', '0000', '0000', '0000']))
    const critic = critics.criticFor(MAP, CAMERA)
    await critic.initial({ episode: 7, frame })
    const asked = critic.final(final(7, frame))
    kill('critic-program')
    expect(await asked).toMatchObject({
      mode: 'final',
      episode: 7,
      s: 0,
      c: 0,
      unavailable: expect.stringContaining('SIGKILL') as string,
    })
    const after = await critic.final(final(7, frame))
    expect(after).toMatchObject({ mode: 'final', episode: 7 })
    expect(after.unavailable).toBeUndefined()
  })
})

const final = (episode: number, frame: Frame): FinalInput<Evidence> => ({
  episode,
  frame,
  doc: ONE_TRIP,
  trace: trace(ONE_TRIP_RAN),
  evidence: evidence({ 1: '0000', 2: '1111' }),
  endReason: 'tree-success',
})

/** Ends the child of this process that runs a program. */
function kill(program: string): void {
  const read = (pid: string, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return '' // it has ended meanwhile
    }
  }
  const mine = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && read(pid, 'cmdline').includes(program))
    .filter((pid) => read(pid, 'status').includes(`PPid:\t${process.pid}\n`))
  expect(mine).toHaveLength(1)
  process.kill(Number(mine[0]), 'SIGKILL')
}
