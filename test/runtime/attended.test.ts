import type { Evidence } from '#learning/field/critic/evidence.js'
import { describe, expect, it } from 'vitest'
import { followsAlgorithm1 } from '#learning/events.js'
import type { Critic } from '#learning/critic/critic.js'
import type { CriticMode } from '#learning/critic/report.js'
import { attended, AttendedBody, ended, type Attended } from './support/attended.js'
import { ScriptedCritic } from './support/loop.js'

const PHASES: readonly CriticMode[] = ['initial', 'intermediate', 'final']
const TURN = 20

/** A critic that thinks for so long, of the robot's time; `seen` is called when it begins to. */
const slow =
  (
    thinks: Partial<Record<CriticMode, number>>,
    seen: (mode: CriticMode, body: AttendedBody) => void = () => undefined,
  ) =>
  (body: AttendedBody): Critic<Evidence> => {
    const quick = new ScriptedCritic()
    const late = <T>(mode: CriticMode, report: Promise<T>): Promise<T> => {
      seen(mode, body)
      const ms = thinks[mode] ?? 0
      return ms === 0 ? report : body.after(ms, undefined).then(() => report)
    }
    return {
      initial: (input) => late('initial', quick.initial(input)),
      intermediate: (input) => late('intermediate', quick.intermediate(input)),
      final: (input) => late('final', quick.final(input)),
    }
  }

const kinds = ({ steps }: Attended): string => steps.map(({ kind }) => kind).join('')
const wellFormed = (episode: Attended): boolean => followsAlgorithm1([...(kinds(episode) + 'RUH')] as never)

describe('a real robot is looked after in every phase of an episode', () => {
  it('heartbeats leave and nothing moves unasked while the critic thinks for seconds', async () => {
    const episode = await attended({ critic: slow({ initial: 5_000, intermediate: 4_000, final: 3_000 }) })
    expect(ended(episode).endReason).toBe('tree-success')
    expect(kinds(episode)).toBe('IXTMXTMF')
    expect(episode.body.longestSilence).toBeLessThanOrEqual(60)
    expect([episode.body.witness.commLosses, episode.body.witness.lawless]).toEqual([0, []])
    expect(episode.modes).toEqual(['ARMED', 'RUNNING', 'SAFE'])
    expect(Math.min(...episode.body.witness.departures)).toBeGreaterThan(5_000)
  })

  it('the critic works beside a drive: the robot does not wait for it between two steps', async () => {
    const quick = await attended()
    const episode = await attended({ critic: slow({ intermediate: 4_000 }) })
    expect(ended(episode).seconds).toBe(ended(quick).seconds)
  })

  describe.each(PHASES)('while the critic thinks (%s)', (phase) => {
    const thinks = { [phase]: 3_000 }

    it("an operator's STOP is on the wire within a turn, and the episode is recorded", async () => {
      let asked = Infinity
      const episode = await attended({
        critic: slow(thinks, (mode, body) => {
          if (mode === phase) asked = Math.min(asked, body.clock.now() + 500)
        }),
        stopRequested: (body) => body.clock.now() >= asked,
      })
      const stop = episode.body.times('stop')[0]
      expect(stop).toBeGreaterThanOrEqual(asked)
      expect(stop).toBeLessThanOrEqual(asked + TURN)
      expect(wellFormed(episode)).toBe(true)
      expect(['SAFE', 'STOPPED']).toContain(episode.parts.modes.mode)
      // asked for when the tree had ended, the STOP changes nothing of what the episode was
      expect(ended(episode).endReason).toBe(phase === 'final' ? 'tree-success' : 'operator-stop')
      expect(episode.body.witness.departures.length > 0).toBe(phase !== 'initial')
      expect(episode.body.witness.lawless).toEqual([])
    })

    it('an e-stop ends the episode', async () => {
      const episode = await attended({
        critic: slow(thinks, (mode, body) => {
          if (mode === phase) body.at(body.clock.now() + 500, () => (body.plant.estop = true))
        }),
      })
      expect(ended(episode).endReason).toBe(phase === 'final' ? 'tree-success' : 'estop')
      expect([wellFormed(episode), ['SAFE', 'STOPPED'].includes(episode.parts.modes.mode)]).toEqual([
        true,
        true,
      ])
      expect(episode.body.witness.departures.length > 0).toBe(phase !== 'initial')
    })

    it('a lost link ends the episode', async () => {
      const episode = await attended({
        critic: slow(thinks, (mode, body) => {
          if (mode === phase) body.at(body.clock.now() + 500, () => body.unplug())
        }),
      })
      expect(ended(episode).endReason).toBe(phase === 'final' ? 'tree-success' : 'link-lost')
      expect([wellFormed(episode), ['SAFE', 'STOPPED'].includes(episode.parts.modes.mode)]).toEqual([
        true,
        true,
      ])
    })
  })

  it('a critic that never answers does not keep the robot armed: each of its reports says so', async () => {
    const never = new Promise<never>(() => undefined)
    const hang: Critic<Evidence> = { initial: () => never, intermediate: () => never, final: () => never }
    const episode = await attended({ critic: () => hang })
    expect(ended(episode).endReason).toBe('tree-success')
    expect(kinds(episode)).toBe('IAXTMAXTMAFA')
    const reports = episode.steps.flatMap((step) => ('report' in step ? [step.report] : []))
    expect(reports.map(({ unavailable }) => unavailable)).toEqual(Array(4).fill('it gave no answer in time'))
    expect(reports.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown', 'success'])
    expect(episode.body.longestSilence).toBeLessThanOrEqual(60)
  })

  it('an armed robot that nobody confirms for two minutes is SAFE again', async () => {
    const withdrawn: number[] = []
    const episode = await attended({
      mayMove: (_report, unneeded) =>
        new Promise(() => unneeded.addEventListener('abort', () => withdrawn.push(1))),
    })
    expect(ended(episode).endReason).toBe('operator-stop')
    expect(episode.modes).toEqual(['ARMED', 'SAFE'])
    expect(episode.body.clock.now()).toBeGreaterThanOrEqual(120_000)
    expect(episode.body.clock.now()).toBeLessThan(125_000)
    expect(episode.body.witness.departures).toEqual([])
  })

  it('a question that a STOP has answered is withdrawn', async () => {
    const withdrawn: boolean[] = []
    const episode = await attended({
      mayMove: (_report, unneeded) =>
        new Promise(() => unneeded.addEventListener('abort', () => withdrawn.push(true))),
      stopRequested: (body) => body.clock.now() > 3_000,
    })
    expect([ended(episode).endReason, withdrawn, episode.modes]).toEqual([
      'operator-stop',
      [true],
      ['ARMED', 'SAFE'],
    ])
  })

  it('a STOP before the robot is armed: it is never armed', async () => {
    const episode = await attended({ stopRequested: () => true })
    expect(episode.end).toMatchObject({ ok: false, error: { kind: 'stopped' } })
    expect([episode.modes, episode.body.times('setPose')]).toEqual([[], []])
  })
})

describe('STOP while the robot drives', () => {
  it('leaves within a turn; the robot stands when the critic looks at it, and the mode is STOPPED', async () => {
    let speed = NaN
    const episode = await attended({
      critic: slow({}, (mode, body) => {
        if (mode === 'final') speed = body.plant.x
      }),
      stopRequested: (body) => body.clock.now() >= 2_000,
    })
    const at = speed
    expect(episode.body.times('stop')[0]).toBeLessThanOrEqual(2_000 + TURN)
    expect(episode.body.witness.lastMotion).toBeLessThan(2_000 + TURN + 400)
    expect(episode.body.plant.x).toBeCloseTo(at, 2)
    expect([ended(episode).endReason, episode.parts.modes.mode]).toEqual(['operator-stop', 'STOPPED'])
  })

  it('nothing but STOP, heartbeats and questions leaves after it', async () => {
    const episode = await attended({ stopRequested: (body) => body.clock.now() >= 2_000 })
    const stop = episode.body.times('stop')[0] ?? Infinity
    const after = new Set(episode.body.heard.filter(({ t }) => t > stop).map(({ message }) => message.kind))
    expect(
      [...after].filter((kind) => !['stop', 'heartbeat', 'timeSync', 'getStats'].includes(kind)),
    ).toEqual([])
  })

  it('whoever takes the steps fails in mid-drive: the STOP leaves all the same', async () => {
    const body = new AttendedBody()
    const failing = attended({
      body,
      tree: '<Sequence><CustomDelay duration="0.1"/><MoveToZone zone="8"/></Sequence>',
      critic: () => new ScriptedCritic(),
      onStep: ({ kind }) => {
        if (kind === 'M') throw new Error('the disk is full')
      },
    })
    await expect(failing).rejects.toThrow('the disk is full')
    expect(body.times('stop').length).toBeGreaterThan(0)
    body.pass(1_000)
    expect(body.clock.now() - body.witness.lastMotion).toBeGreaterThan(400)
  })
})

describe('a loop that hangs', () => {
  const LONG = '<MoveToZone zone="8"/>'

  it('for 300 ms in a tick: the controller stops the robot, the runtime notices, and the step fails', async () => {
    let hung: number | undefined
    const episode = await attended({
      tree: LONG,
      inTick: (body) => {
        if (hung !== undefined || body.clock.now() < 2_000) return
        hung = body.clock.now()
        body.pass(300)
      },
    })
    expect(episode.body.witness.commLosses).toBe(1)
    expect(ended(episode).endReason).toBe('tree-failure')
    expect(ended(episode).loop).toMatchObject({ overruns: 1, worstMs: 320 })
    expect(episode.body.witness.lawless).toEqual([])
  })

  it('no heartbeat leaves at the end of a tick that hung', async () => {
    const hangs: number[] = []
    const episode = await attended({
      tree: LONG,
      inTick: (body) => {
        if (body.clock.now() < 2_000 || hangs.length > 0) return
        body.pass(150)
        hangs.push(body.clock.now())
      },
    })
    expect(episode.body.times('heartbeat')).not.toContain(hangs[0])
    expect(ended(episode).endReason).toBe('tree-success')
  })

  it('a command that a hung tick gives is refused: it was judged on what was known before', async () => {
    let first = true
    const episode = await attended({
      tree: '<MoveToZone zone="3"/>',
      inTick: (robot) => {
        if (first) robot.pass(300)
        first = false
      },
    })
    const issued = episode.journal.filter((entry) => entry.kind === 'issued')
    expect(issued.map(({ command }) => command.kind)).toEqual(['setPose'])
    expect(episode.body.times('moveTo')).toEqual([])
    expect(ended(episode).endReason).toBe('tree-failure')
  })

  it('and a step after it waits until the controller hears heartbeats again', async () => {
    let hung = false
    const retry =
      '<RetryUntilSuccessful num_attempts="40"><Sequence><CustomDelay duration="0.02"/><MoveToZone zone="3"/></Sequence></RetryUntilSuccessful>'
    const episode = await attended({
      tree: retry,
      inTick: (body) => {
        if (body.clock.now() < 1_500 || hung) return
        hung = true
        body.pass(300)
      },
    })
    expect(ended(episode).endReason).toBe('tree-success')
    expect(episode.parts.refusals).toEqual([])
    const refused = episode.journal.filter((entry) => entry.kind === 'settled' && entry.state === 'refused')
    expect(refused).toEqual([])
    expect(episode.body.witness.lawless).toEqual([])
  })

  it('a punctual loop counts no overrun', async () => {
    const episode = await attended()
    const { loop } = ended(episode)
    expect(loop).toMatchObject({ overruns: 0, worstMs: TURN })
    expect(loop?.turns).toBeGreaterThan(200)
  })
})

describe('a robot that says that it moves on after STOP', () => {
  const stopAt = 3_000
  const movingUntil = (until: (body: AttendedBody) => number) =>
    attended({
      stopRequested: (body) => body.clock.now() >= stopAt,
      condition: (is, body) =>
        body.clock.now() < stopAt ? is : { ...is, moving: body.clock.now() < until(body) },
    })

  it('gets an e-stop after two seconds, which is how the episode ends', async () => {
    const episode = await movingUntil(() => stopAt + 2_500)
    expect(ended(episode).endReason).toBe('estop')
    const [estop] = episode.body.times('estop')
    expect((estop ?? 0) - stopAt).toBeGreaterThanOrEqual(2_000)
    expect((estop ?? Infinity) - stopAt).toBeLessThanOrEqual(2_000 + 3 * TURN)
    expect(episode.steps.some((step) => step.kind === 'A')).toBe(false)
  })

  it('and even then: the episode has lost it, and people are told to press the red button', async () => {
    const episode = await movingUntil(() => Infinity)
    expect(ended(episode).endReason).toBe('link-lost')
    const alarms = episode.steps.flatMap((step) => (step.kind === 'A' ? [step.alarm] : []))
    expect(alarms).toMatchObject([
      { reasons: ['robot_in_doubt'], text: expect.stringContaining('red button') as string },
    ])
  })
})
