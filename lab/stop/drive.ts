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
import { WireTimes } from './wire-times.js'

export interface Driving {
  /** what has left so far */
  readonly wire: WireTimes
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
 * The loop of an episode on a serial device, with the runtime's own parts, except that neither a STOP nor a lost link
 * ends it: the robot is armed anew and drives on until the next.
 */
export async function drive(job: Job): Promise<Driving> {
  const wire = new WireTimes()
  const state = { pressed: false, going: true }
  const onSignal = (): void => void (state.pressed = true)
  process.on('SIGINT', onSignal)
  const tickMs: number[] = []
  let trip = await startTrip(job, wire, state)
  const loops: LoopHealth[] = []
  const action = (async () => {
    while (state.going) {
      await trip.untilLost(tickMs)
      loops.push(trip.health())
      if (!state.going) return
      const armed = wire.lost()
      trip = await startTrip(job, wire, state)
      armed()
    }
  })()
  return {
    wire,
    end: async () => {
      state.going = false
      await action
      process.off('SIGINT', onSignal)
      // the longest of them; with links given up there are several
      const [loop] = loops.toSorted((one, other) => other.turns - one.turns)
      return { tickMs, loop: loop as LoopHealth }
    },
  }
}

/** What the signal says, and whether to go on. */
interface DriveState {
  pressed: boolean
  going: boolean
}

interface Trip {
  /** Drives until the link is lost or the bench ends, and closes the port. */
  untilLost(tickMs: number[]): Promise<void>
  health(): LoopHealth
}

async function startTrip(job: Job, wire: WireTimes, state: DriveState): Promise<Trip> {
  const parts = await armed(job, wire, state)
  const { reflex, modes, tree } = parts
  const round = async (tickMs: number[]): Promise<boolean> => {
    const safetyMonitor = new SafetyMonitor(parts, reflex)
    let before = performance.now()
    while (state.going && safetyMonitor.interrupted === undefined) {
      const turn = await reflex.turn(tree)
      tickMs.push(performance.now() - before)
      before = performance.now()
      if (turn.kind !== 'alive') return false
      safetyMonitor.poll()
    }
    state.pressed = false
    tree.halt()
    reflex.flush()
    for (const request of ['reset', 'arm', 'confirm'] as const) modes.request(request, 'the bench')
    return true
  }
  return {
    untilLost: async (tickMs) => {
      while (state.going && (await round(tickMs))) continue
      parts.body.close()
    },
    health: () => reflex.health,
  }
}

/** Opens the port and arms the robot; on a computer that is too busy for it, once more. */
async function armed(
  job: Job,
  wire: WireTimes,
  state: DriveState,
): Promise<FieldEpisode & { readonly reflex: Reflex }> {
  for (let tries = 1; ; tries++) {
    // a press while nothing is armed has nothing to stop
    state.pressed = false
    const stream = must(await openSerial({ path: job.device, baud: 921_600 }), 'the board')
    const body = serialConnection(wire.watch(stream), job.map)
    const parts = prepareEpisode({
      ...job,
      episode: 1,
      body,
      critic: UNUSED_CRITIC,
      before: [],
      sessionId: randomInt(1, 2 ** 32),
      armedBy: 'the bench',
      control: { ...UNATTENDED, stopRequested: () => state.pressed },
      ...job.store.backgroundJournal(1),
    })
    const reflex = new Reflex(parts)
    const up = await bringUp(reflex, parts)
    if (up.ok) {
      parts.modes.request('confirm', 'the bench')
      return { ...parts, reflex }
    }
    body.close()
    if (tries === MOST_TRIES) throw new Error(`the bench cannot arm the robot: ${sayEnd(parts)}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
const MOST_TRIES = 10

const sayEnd = ({ link, body }: FieldEpisode): string =>
  `${link.last?.text ?? 'the link is well'}, ${body.stream.open ? 'open' : 'closed'}`

const unexpected = (): never => {
  throw new Error('nobody asks this critic')
}
const UNUSED_CRITIC: Critic<Evidence> = { initial: unexpected, intermediate: unexpected, final: unexpected }
