import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { TranscriptJudge, type TranscriptBreach } from '#drivers/judge-transcript.js'
import { recordingPeer } from '#drivers/transcript/transcript.js'
import { TABLETOP_SKILLS, type SkillParams } from '#simulation/tabletop/skills/run-skill.js'
import { Meddler } from '../../drivers/support/meddler.js'
import { needs } from '../../needs/needs.js'
import { TabletopSession, TICK } from './session.js'
import { tableOf } from './support.js'

const COMMANDS = Number(process.env['GRAFT_TABLETOP_COMMANDS'] ?? 400)
/** commands of one arm */
const AN_ARM = Math.min(1000, COMMANDS / 2)

interface Seen {
  readonly breaches: readonly TranscriptBreach[]
  readonly executions: number
  readonly begun: number
  readonly unasked: number
  readonly injected: number
}

/** A command that is right most of the time, and about anything otherwise. */
function order(rng: Rng): { readonly skill: string; readonly params: SkillParams } {
  const skill = rng.pick(Object.keys(TABLETOP_SKILLS))
  const params = Object.entries(TABLETOP_SKILLS[skill]?.params ?? {}).map(([name, can]) => {
    const right = 'from' in can ? can.from + (can.to - can.from) * rng.next() : rng.pick([...can])
    return [name, rng.chance(0.05) ? rng.pick(['none', -1, true, '']) : right] as const
  })
  return { skill: rng.chance(0.03) ? 'Dance' : skill, params: Object.fromEntries(params) }
}

/** Random orders, stops, e-stops, resets and silences, judged at the driver's end of the meddling and at the joints. */
async function session(seed: number): Promise<Seen> {
  const rng = stream('tabletop', seed)
  const judge = new TranscriptJudge(TICK)
  const breaches: TranscriptBreach[] = []
  let meddler: Meddler | undefined
  const table = await tableOf({ seed: `random ${seed}` })
  table.look()
  // seeing costs more than everything else, and decides nothing here: the arm goes on with what it saw at first
  table.look = () => undefined
  const arm = new TabletopSession(table, (peer, clock) => {
    const recorded = recordingPeer(peer, clock, (entry) => breaches.push(...judge.observe(entry)))
    return (meddler = new Meddler(recorded, rng))
  }).ready()
  for (let permit = 1; permit <= AN_ARM; permit++) {
    arm.healthy = arm.healthy ? !rng.chance(0.01) : rng.chance(0.1)
    if (rng.chance(0.05)) arm.session.stop()
    if (rng.chance(0.01)) arm.session.estop()
    if (arm.session.beat?.safe === true && rng.chance(0.5)) arm.session.reset()
    arm.session.execute({ permit, ...order(rng), deadlineMs: rng.pick([50, 400, 4000]) })
    arm.tick(1 + rng.int(4))
  }
  arm.healthy = true
  arm.tick(300)
  table.close()
  return {
    breaches,
    executions: judge.counts.executions,
    begun: arm.begun.length,
    unasked: arm.unasked.length,
    injected: meddler?.injected ?? 0,
  }
}

describe(`random commands to the arm at the table (${COMMANDS})`, needs('MuJoCo'), () => {
  it('law 2: none is executed without its own permit, none twice, and no joint moves otherwise', async () => {
    const runs: Seen[] = []
    for (let given = 0, seed = 0; given < COMMANDS; given += AN_ARM, seed++) runs.push(await session(seed))
    const sum = (part: (run: Seen) => number): number => runs.reduce((total, run) => total + part(run), 0)
    expect(runs.flatMap(({ breaches }) => breaches.filter(({ by }) => by === 'driver'))).toEqual([])
    // the judge saw every execution, by the arm's own account
    expect(sum(({ executions }) => executions)).toBe(sum(({ begun }) => begun))
    expect(sum(({ unasked }) => unasked)).toBe(0)
    // it was no idle test
    expect(sum(({ begun }) => begun)).toBeGreaterThan(COMMANDS / 15)
    expect(sum(({ injected }) => injected)).toBeGreaterThan(COMMANDS / 4)
    if (process.env['GRAFT_SHOW'] !== undefined)
      process.stdout.write(
        `tabletop: ${COMMANDS} commands, ${sum(({ begun }) => begun)} executed, ${sum(({ injected }) => injected)} forged\n`,
      )
  })
})
