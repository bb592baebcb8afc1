import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { TranscriptJudge, type TranscriptBreach } from '#drivers/judge-transcript.js'
import { recordingPeer } from '#drivers/transcript/transcript.js'
import { Meddler } from './support/meddler.js'
import { Rig, TICK } from './support/rig.js'

const COMMANDS = Number(process.env['GRAFT_DRIVER_COMMANDS'] ?? 100_000)
/** commands of one session, so that ids and permits count anew many times */
const A_SESSION = 1000

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
