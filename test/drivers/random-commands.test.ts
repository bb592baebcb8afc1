import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import type { DriverMessage, DriverPeer, HostMessage } from '#drivers/contract.js'
import { TranscriptJudge, type TranscriptBreach } from '#drivers/judge-transcript.js'
import { recordingPeer } from '#drivers/transcript/transcript.js'
import { Rig, TICK } from './support/rig.js'

const COMMANDS = Number(process.env['GRAFT_DRIVER_COMMANDS'] ?? 100_000)
/** commands of one session, so that ids and permits count anew many times */
const A_SESSION = 1000

/**
 * Stands between session and driver and attacks the driver with the host's own words: says them again, with another
 * id, another permit or another skill, opens the session again, resets by itself.
 */
class Meddler implements DriverPeer {
  injected = 0
  readonly #peer: DriverPeer
  readonly #rng: Rng
  readonly #heard: HostMessage[] = []
  /** ids under which the driver may run a command of this meddler */
  readonly #own = new Map<number, number>()
  readonly #running = new Set<number>()
  #rpc = 1_000_000

  constructor(peer: DriverPeer, rng: Rng) {
    this.#peer = peer
    this.#rng = rng
  }

  get closed(): string | undefined {
    return this.#peer.closed
  }

  send(message: HostMessage): void {
    this.#peer.send(message)
    if (message.kind !== 'heartbeat' && this.#heard.push(message) > 64) this.#heard.splice(1, 1)
    if (this.#rng.chance(0.3)) this.#inject(this.#rng.pick(this.#heard))
  }

  /** What the driver says of injected commands stays here: the session would rightly call it a breach. */
  take(): readonly DriverMessage[] {
    return this.#peer.take().filter((message) => {
      if ('rpc' in message && message.rpc >= 1_000_000) {
        const id = this.#own.get(message.rpc)
        if (message.kind === 'done' && id !== undefined) this.#running.add(id)
        return false
      }
      if (message.kind === 'result') return !this.#running.delete(message.result.id)
      return message.kind !== 'progress' || !this.#running.has(message.progress.id)
    })
  }

  close(): void {
    this.#peer.close()
  }

  #inject(message: HostMessage): void {
    if (message.kind === 'heartbeat') return
    this.injected++
    const again = { ...message, rpc: this.#rpc++ }
    if (again.kind !== 'execute') return this.#peer.send(again)
    const { command } = again
    const changes = [
      {},
      { id: command.id + this.#rng.int(3) },
      // with an id of the future, only its permit tells that it is a replay
      { id: command.id + 1, permit: Math.max(1, command.permit - this.#rng.int(3)) },
      { id: -1 },
      { id: 0.5 },
      { permit: 0 },
      { deadlineMs: 0 },
    ]
    const changed = { ...command, ...this.#rng.pick(changes) }
    this.#own.set(again.rpc, changed.id)
    this.#peer.send({ ...again, command: changed })
  }
}

interface Seen {
  readonly breaches: TranscriptBreach[]
  readonly executions: number
  readonly begun: number
  readonly injected: number
  readonly twice: number
  readonly status: string
}

/** One session of random orders, stops, e-stops, resets and silences, judged at the driver's end of the meddling. */
function session(seed: number): Seen {
  const rng = stream('drivers', seed)
  const judge = new TranscriptJudge(TICK)
  const breaches: TranscriptBreach[] = []
  let meddler: Meddler | undefined
  const rig = new Rig({
    between: (peer, clock) =>
      (meddler = new Meddler(
        recordingPeer(peer, clock, (entry) => breaches.push(...judge.observe(entry))),
        rng,
      )),
  }).ready()
  for (let permit = 1; permit <= A_SESSION; permit++) {
    rig.healthy = rig.healthy ? !rng.chance(0.01) : rng.chance(0.1)
    if (rng.chance(0.05)) rig.session.stop()
    if (rng.chance(0.01)) rig.session.estop()
    if (rig.session.beat?.safe === true && rng.chance(0.5)) rig.session.reset()
    rig.move(rng.int(200), permit, rng.pick([50, 400, 4000]))
    rig.tick(1 + rng.int(4))
  }
  rig.healthy = true
  rig.tick(300)
  const used = rig.robot.begun.map(({ permit }) => permit)
  return {
    breaches,
    executions: judge.counts.executions,
    begun: used.length,
    injected: meddler?.injected ?? 0,
    twice: used.length - new Set(used).size,
    status: rig.session.status,
  }
}

describe(`random commands to a driver in this process (${COMMANDS})`, () => {
  it('law 2: none is executed without its own permit, and none twice, whatever is replayed', () => {
    const runs = Array.from({ length: Math.ceil(COMMANDS / A_SESSION) }, (_, seed) => session(seed))
    const sum = (part: (run: Seen) => number): number => runs.reduce((total, run) => total + part(run), 0)
    expect(runs.flatMap(({ breaches }) => breaches.filter(({ by }) => by === 'driver'))).toEqual([])
    expect(sum(({ twice }) => twice)).toBe(0)
    // the judge saw every execution, by the robot's own account
    expect(sum(({ executions }) => executions)).toBe(sum(({ begun }) => begun))
    expect(runs.filter(({ status }) => status !== 'up')).toEqual([])
    expect(sum(({ begun }) => begun)).toBeGreaterThan(runs.length * 250)
    expect(sum(({ injected }) => injected)).toBeGreaterThan(runs.length * 300)
    // the meddler did what no host does, and the judge has noticed
    expect(sum(({ breaches }) => breaches.length)).toBeGreaterThan(runs.length * 50)
  })
})
