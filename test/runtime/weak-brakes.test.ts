import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { bodyOf } from '#app/world/world-robots.js'
import { judgeTranscript } from '#drivers/judge-transcript.js'
import { worldCritic } from '#learning/world/critic.js'
import type { AlarmRecord } from '#learning/episode.js'
import { runEpisode, type EpisodeEnd } from '#runtime/episode.js'
import { prepareWorldEpisode } from '#runtime/world/prepare.js'
import { withTask } from '#worlds/task/with-task.js'
import { cartRobot, cartWorld } from './support/cart-world.js'

const ONE = '<Go place="table"/>'
const TWO = '<Sequence><Go place="table"/><Go place="dock"/></Sequence>'
const AGAIN = '<Fallback><Go place="table"/><Go place="table"/></Fallback>'

interface Episode {
  readonly steps?: string
  /** an operator's STOP comes then, ms */
  readonly stopAt?: number
}

/** One episode on a cart as `run` plays it: prepared, run, closed. */
async function episode(
  cartOptions: Parameters<typeof cartRobot>[0],
  { steps = ONE, stopAt = Infinity }: Episode = {},
) {
  const world = cartWorld(steps)
  const { robot, cart, clock, transcript } = cartRobot(cartOptions)
  const safe: { readonly at: number; readonly moving: boolean }[] = []
  let stoppedBy = ''
  const listen = (event: {
    readonly kind: string
    readonly change?: { readonly to: string; readonly by: string }
  }): void => {
    if (event.kind === 'mode' && event.change?.to === 'STOPPED') stoppedBy = event.change.by
    if (event.kind === 'mode' && event.change?.to === 'SAFE')
      safe.push({ at: clock.now(), moving: cart.moving })
  }
  const playing = runEpisode(
    prepareWorldEpisode({
      episode: 1,
      doc: world.policy,
      domain: withTask(world.domain, world.task),
      library: world.library,
      body: bodyOf(world, robot, { episode: 1, listen }),
      critic: worldCritic,
      before: [],
      armedBy: 'the test',
      control: { mayMove: () => Promise.resolve(true), stopRequested: () => clock.now() >= stopAt },
      listen,
    }),
  )
  const alarms: AlarmRecord[] = []
  let step = await playing.next()
  for (; step.done !== true; step = await playing.next())
    if (step.value.kind === 'A') alarms.push(step.value.alarm)
  robot.time.close()
  const end: EpisodeEnd = must(step.value, 'an episode that starts')
  const hosts = judgeTranscript(transcript).breaches.filter(({ by }) => by === 'host')
  return { end, cart, safe, alarms, hosts, stoppedBy, took: clock.now() }
}

const HEAVY = { stopMs: 8000, driveMs: 15_000, brakeMs: 6000 }

describe('a robot that brakes for 6 s, as it has declared', () => {
  it.each([
    ['the time limit', {}, 'time-limit', 6000],
    ["an operator's STOP", { stopAt: 2000 }, 'operator-stop', 2000],
  ] as const)('is waited for: %s', async (_, how, reason, stopped) => {
    const { end, cart, safe, alarms, took } = await episode(HEAVY, how)
    expect(end.endReason).toBe(reason)
    expect(cart.movedAtClose).toBe(false)
    expect(safe.filter(({ moving }) => moving)).toEqual([])
    expect(took).toBeGreaterThanOrEqual(stopped + HEAVY.brakeMs)
    expect(took).toBeLessThan(stopped + HEAVY.brakeMs + 500)
    expect(alarms.flatMap(({ reasons }) => reasons)).not.toContain('robot_in_doubt')
    // every connection ends with one
    expect(cart.sent.findLast(({ kind }) => kind === 'estop')?.at).toBe(took)
  })
})

describe('a robot that does not stand in its declared time', () => {
  it.each([
    ['after the time limit', { ...HEAVY, brakeMs: Infinity }, {}, 1, 6000 + 8000],
    ["after an operator's STOP", { ...HEAVY, brakeMs: Infinity }, { stopAt: 2000 }, 1, 2000 + 8000],
    ['after a success', { stopMs: 300, driveMs: 400, brakeMs: 200, rollsOn: true }, { steps: TWO }, 1, 1000],
    [
      'after a skill whose end it never says',
      { stopMs: 300, driveMs: 1, brakeMs: Infinity, forgets: true },
      { steps: AGAIN },
      1,
      6000 + 300,
    ],
  ] as const)(
    'is e-stopped, gets no other command, and its run fails: %s',
    async (_, cartOptions, how, commands, by) => {
      // prettier-ignore
      const { end, cart, safe, alarms, hosts, took } = await episode(cartOptions, how)
      expect(end.endReason).toBe('link-lost')
      const times = (which: string) => cart.sent.filter(({ kind }) => kind === which).map(({ at }) => at)
      expect(times('execute')).toHaveLength(commands)
      // its time and a second, and not a turn later
      const [stopped = NaN] = times('stop')
      expect(times('estop')).toHaveLength(1)
      expect((times('estop')[0] ?? NaN) - stopped - cartOptions.stopMs).toBeGreaterThanOrEqual(1000)
      expect((times('estop')[0] ?? NaN) - stopped - cartOptions.stopMs).toBeLessThanOrEqual(1020)
      expect(took).toBeLessThan(by + 1500)
      expect(safe).toEqual([])
      expect(hosts).toEqual([])
      expect(alarms.at(-1)?.reasons).toEqual(['robot_in_doubt'])
      expect(alarms.at(-1)?.text).toContain('it moved when it was last heard')
      expect(end.link?.notes.at(-1)).toMatchObject({ level: 'error' })
    },
  )
})

describe('a driver that cannot reach its robot any more', () => {
  const CUT = { safeAfterReset: 2000, unreachable: 'no connection to the bridge: it has closed it' }
  const RESTS = '<Sequence><Go place="table"/><Sleep msec="3000"/></Sequence>'
  const REACHES =
    'link-lost: the driver cannot reach the robot: no connection to the bridge: it has closed it'

  it.each([
    ['while it stands', { stopMs: 300, driveMs: 500, brakeMs: 200 }, RESTS],
    ['while it moves, and is seen to stand', HEAVY, ONE],
  ])(
    'ends the episode as a lost link, in its words, and nobody has pressed anything: %s',
    async (_, is, steps) => {
      const { end, cart, alarms, stoppedBy, hosts } = await episode({ ...is, ...CUT }, { steps })
      expect([end.endReason, end.final.outcome, stoppedBy]).toEqual(['link-lost', 'failure', REACHES])
      expect([cart.movedAtClose, hosts]).toEqual([false, []])
      expect(cart.sent.filter(({ kind }) => kind === 'stop').length).toBeGreaterThan(0)
      expect(alarms.flatMap(({ reasons }) => reasons)).not.toContain('robot_in_doubt')
    },
  )

  it('leaves a doubt where it moves on, and the doubt says why', async () => {
    const { end, alarms } = await episode({ ...HEAVY, brakeMs: Infinity, ...CUT })
    expect(end.endReason).toBe('link-lost')
    expect(alarms.at(-1)).toMatchObject({
      reasons: ['robot_in_doubt'],
      text: expect.stringMatching(
        /is over \(no connection to the bridge: .*; it moves on longer than/,
      ) as string,
    })
  })

  it('does not make a lost link of an emergency stop', async () => {
    const { end, stoppedBy } = await episode({ ...HEAVY, safeAfterReset: 2000 })
    expect([end.endReason, stoppedBy]).toEqual(['estop', 'estop: the emergency stop was pressed'])
  })
})

describe('any cart, any moment of a STOP (100 episodes)', () => {
  it('no command before it stands, no end before it stands or its time is over', async () => {
    const ends = new Map<string, number>()
    for (let seed = 0; seed < 100; seed++) {
      const rng = stream('weak-brakes', seed)
      const stopMs = rng.int(3000)
      const cartOptions = {
        stopMs,
        driveMs: rng.int(3000),
        brakeMs: rng.pick([rng.int(stopMs + 1), stopMs + 1200, Infinity]),
        rollsOn: rng.chance(0.2),
        forgets: rng.chance(0.2),
      }
      const how = { steps: rng.pick([ONE, TWO, AGAIN]), stopAt: rng.pick([rng.int(6000), Infinity]) }
      const { end, cart, safe, hosts } = await episode(cartOptions, how)
      const said = JSON.stringify({ seed, ...cartOptions, ...how, end: end.endReason })
      expect(hosts, said).toEqual([])
      expect(
        safe.filter(({ moving }) => moving),
        said,
      ).toEqual([])
      if (cart.movedAtClose === true) expect(end.endReason, said).toBe('link-lost')
      else
        expect(
          end.endReason === 'link-lost' && cartOptions.brakeMs < stopMs && !cartOptions.rollsOn,
          said,
        ).toBe(false)
      ends.set(end.endReason, (ends.get(end.endReason) ?? 0) + 1)
    }
    expect([...ends.keys()].toSorted()).toEqual(['link-lost', 'operator-stop', 'time-limit', 'tree-success'])
  })
})

describe('a robot that was to make itself safe as its session ended', () => {
  it.each(['says nothing', 'refuses', 'moves'] as const)(
    '%s: nobody is told that it stands, though its tree has succeeded',
    async (atTheEnd) => {
      const { end, alarms, hosts } = await episode({ stopMs: 1000, driveMs: 500, brakeMs: 200, atTheEnd })
      expect([end.endReason, end.final.outcome]).toEqual(['link-lost', 'failure'])
      expect(alarms.at(-1)?.reasons).toEqual(['robot_in_doubt'])
      expect(hosts).toEqual([])
    },
  )

  it('does so: the session ends with an e-stop that was answered', async () => {
    const { end, cart, alarms } = await episode({ stopMs: 1000, driveMs: 500, brakeMs: 200 })
    expect([end.endReason, alarms]).toEqual(['tree-success', []])
    // nobody need hear of it
    expect(end.link).toBeUndefined()
    expect(cart.sent.filter(({ kind }) => kind === 'estop').length).toBeGreaterThan(0)
  })
})
