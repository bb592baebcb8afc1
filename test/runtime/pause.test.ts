import { fieldOutcome } from '#learning/field-score.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { describe, expect, it } from 'vitest'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { must } from '#base/result.js'
import type { TraceEvent } from '#bt/trace.js'
import { score } from '#learning/field-score.js'
import { runEpisode, type EpisodeEnd } from '#runtime/episode.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import { virtualConnection } from '#app/connections/virtual-connection.js'
import { benchmarkField } from '../simulation/support/field.js'
import { attended, ended, type AttendedBody } from './support/attended.js'
import { library, ScriptedCritic, treeOf } from './support/loop.js'

const PAUSE_MS = 120_000

describe('a pause is no operating time', () => {
  it('of the virtual robot: the same score, and the critic counts the same seconds', async () => {
    const [straight, held] = [await virtual(0), await virtual(PAUSE_MS)]
    expect(held.took - straight.took).toBeGreaterThanOrEqual(PAUSE_MS)
    expect(held.end.endReason).toBe(straight.end.endReason)
    expect(held.end.facts.operatingSeconds).toBeCloseTo(straight.end.facts.operatingSeconds, 0)
    expect(held.end.seconds).toBeCloseTo(straight.end.seconds, 0)
    expect(score(fieldOutcome(held.end.facts)).total).toBeCloseTo(
      score(fieldOutcome(straight.end.facts)).total,
      0,
    )
    expect(held.critic.seconds).toBeCloseTo(straight.critic.seconds, 0)
    expect(held.stood).toBe(1)
  })

  it('of a robot with sensors', async () => {
    const run = async (ms: number) => {
      const critic = new Reader()
      return { critic, episode: await attended({ critic: () => critic, held: fromTheFirstMotion(ms) }) }
    }
    const [straight, held] = [await run(0), await run(PAUSE_MS)]
    expect(ended(held.episode).endReason).toBe('tree-success')
    expect(ended(held.episode).facts.operatingSeconds).toBeCloseTo(
      ended(straight.episode).facts.operatingSeconds,
      0,
    )
    expect(held.critic.seconds).toBeCloseTo(straight.critic.seconds, 0)
  })
})

/** One episode on the virtual robot, held for so long once it has driven for a second. */
async function virtual(pauseMs: number) {
  const setup = benchmarkField()
  const critic = new Reader()
  const wasm = must(readFirmware(), 'shipped firmware')
  const body = virtualConnection({ setup, wasm, seed: 1, episode: 1, faults: 'none' })
  let [stood, drove] = [0, Infinity]
  const parts = prepareEpisode({
    episode: 1,
    doc: treeOf('<Sequence><MoveToZone zone="1"/><MoveToZone zone="3"/><MoveToHome/></Sequence>'),
    map: setup.map,
    library,
    body,
    critic,
    before: [],
    sessionId: 7,
    armedBy: 'the test',
    control: {
      ...UNATTENDED,
      held: () => body.clock.now() >= drove && body.clock.now() < drove + 5_000 + pauseMs && pauseMs > 0,
    },
    listen: (event) => {
      if (event.kind === 'standing') stood += 1
      if (event.kind === 'turn' && event.unit !== '' && event.t > 1000)
        drove = Math.min(drove, body.clock.now())
    },
    journal: () => undefined,
  })
  const episode = runEpisode(parts)
  let turn = await episode.next()
  while (turn.done !== true) turn = await episode.next()
  const end: EpisodeEnd = must(turn.value, 'an episode')
  body.close()
  return { end, critic, stood, took: body.clock.now() }
}

/** Held from the first motion on, for so long. */
function fromTheFirstMotion(ms: number): (body: AttendedBody) => boolean {
  let from: number | undefined
  return ({ clock, witness }) => {
    if (witness.departures.length > 0) from ??= clock.now()
    return from !== undefined && clock.now() < from + ms
  }
}

/** A critic that keeps the trace that it was shown last. */
class Reader extends ScriptedCritic {
  #shown: readonly TraceEvent[] = []

  get seconds(): number {
    return ((this.#shown.at(-1)?.t ?? 0) - (this.#shown[0]?.t ?? 0)) / 1000
  }

  override final: ScriptedCritic['final'] = (input) => {
    this.#shown = input.trace
    return new ScriptedCritic().final(input)
  }
}
