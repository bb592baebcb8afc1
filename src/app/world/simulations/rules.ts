import { VirtualClock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { stream } from '#base/random.js'
import { err, ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import { asFastAsPossible, inRealTime } from '#app/connections/pace.js'
import { DriverSession } from '#drivers/driver-session.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import { readDomain } from '#worlds/files/read-domain.js'
import { declaredChances, truthOf } from '#app/world/rules/rules-world.js'
import { createRulesDriver } from '#app/world/rules/rules-driver.js'
import { recorded, type WorldRobots, type WorldSimulation } from '../world-robots.js'

/** Any world, played by its own rules: no geometry, no pictures; skills fail as often as the world says. */
export async function open(options: WorldSimulation): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const {
    folder,
    robot = 'robot',
    scenario,
    faults,
    task,
    seed,
    believed,
    limits,
    live = false,
    record,
  } = options
  if (scenario !== undefined) return err([noScenarios(scenario)])
  const read = await readDomain(folder)
  if (!read.ok) return read
  const domain = declaredChances(read.value, faults)
  return ok((episode, journal, known = believed) => {
    const boot = `${seed}/${task}/${episode}`
    const truth = truthOf(domain, believed, seed)
    const draws = stream(seed, 'rules', task, episode)
    const clock = new VirtualClock()
    const driver = createRulesDriver({ domain, truth, believed: known, draws, boot, robot })
    const peer = recorded(driver, clock, record?.(episode))
    const extras = { ...(limits && { limits }), ...journal?.(!live) }
    const session = new DriverSession({ clock, peer, session: `${task} ${episode}`, ...extras })
    const line = new DriverLine(session)
    return ok({
      line,
      time: {
        clock,
        virtual: !live,
        ...(live && { wall: () => performance.now() }),
        pace: (live ? inRealTime : asFastAsPossible)(clock, (period) => {
          driver.advance(period)
          clock.advance(period)
        }),
        close: () => session.close(),
      },
      camera: NO_CAMERA,
      truth: () => ({ facts: driver.body.truth, operatingSeconds: driver.body.worked / 1000 }),
      timeLimit: (skill) => ms(line.timeoutOf(skill) ?? 60_000),
    })
  })
}

const NO_CAMERA = { capture: () => Promise.reject(new Error('a world that plays by rules has no pictures')) }

const noScenarios = (scenario: string): Diagnostic => ({
  code: 'scenario.missing',
  severity: 'error',
  message: 'a world that plays by its own rules has no scenarios',
  expected: 'no scenario',
  got: scenario,
  hint: 'leave it out, or write the facts that differ into start: of the task',
})
