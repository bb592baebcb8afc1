import type { Evidence } from '#learning/field/critic/evidence.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import type { FieldEpisode } from '#runtime/field/prepare.js'
import { randomInt } from 'node:crypto'
import { openSerial } from '#adapters/serial/open-serial.js'
import type { RunStore } from '#adapters/store/run-store.js'
import type { FieldMap } from '#base/field-map.js'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { LoopHealth } from '#learning/episode.js'
import { serialConnection } from '#app/connections/serial-connection.js'
import type { Critic } from '#learning/critic/critic.js'
import { bringUp } from '#runtime/bring-up.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import { Reflex } from '#runtime/reflex.js'
import { SafetyMonitor } from '#runtime/ending/safety-monitor.js'

export interface Driving {
  end(): Promise<{ readonly tickMs: readonly number[]; readonly loop: LoopHealth }>
}

interface Job {
  readonly device: string
  readonly map: FieldMap
  readonly library: NodeLibrary
  readonly doc: TreeDoc
  readonly store: RunStore
}

/**
 * The loop of an episode on a serial device, with the runtime's own parts, except that a STOP does not end
 * it: the robot is armed anew and drives on until the next.
 */
export async function drive(job: Job): Promise<Driving> {
  const stream = must(await openSerial({ path: job.device, baud: 921_600 }), 'the board')
  const body = serialConnection(stream, job.map)
  let [pressed, going] = [false, true]
  const onSignal = (): void => void (pressed = true)
  process.on('SIGINT', onSignal)
  const parts = prepareEpisode({
    ...job,
    episode: 1,
    body,
    critic: UNUSED_CRITIC,
    before: [],
    sessionId: randomInt(1, 2 ** 32),
    armedBy: 'the bench',
    control: { ...UNATTENDED, stopRequested: () => pressed },
    ...job.store.backgroundJournal(1),
  })
  const { modes, tree } = parts
  const reflex = new Reflex(parts)
  must(await bringUp(reflex, parts), 'an armed robot')
  modes.request('confirm', 'the bench')
  const tickMs: number[] = []
  let before = performance.now()
  const round = async (): Promise<void> => {
    const safetyMonitor = new SafetyMonitor(parts, reflex)
    while (going && safetyMonitor.interrupted === undefined) {
      const turn = await reflex.turn(tree)
      tickMs.push(performance.now() - before)
      before = performance.now()
      if (turn.kind !== 'alive') throw new Error(`the bench has broken off: ${turn.kind}, ${sayEnd(parts)}`)
      safetyMonitor.poll()
    }
    pressed = false
    tree.halt()
    reflex.flush()
    for (const request of ['reset', 'arm', 'confirm'] as const) modes.request(request, 'the bench')
  }
  const action = (async () => {
    while (going) await round()
  })()
  return {
    end: async () => {
      going = false
      await action
      process.off('SIGINT', onSignal)
      body.close()
      return { tickMs, loop: reflex.health }
    },
  }
}

const sayEnd = ({ link, body }: FieldEpisode): string =>
  `${link.last?.text ?? 'the link is well'}, ${body.stream.open ? 'open' : 'closed'}`

const unexpected = (): never => {
  throw new Error('nobody asks this critic')
}
const UNUSED_CRITIC: Critic<Evidence> = { initial: unexpected, intermediate: unexpected, final: unexpected }
