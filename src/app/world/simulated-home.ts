import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { VirtualClock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import { readHomeScenario, readHomeScene } from '#config/home/home-files.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { DriverSessionOptions } from '#drivers/session/session-options.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import { HomeCamera } from '#simulation/camera/home-camera.js'
import { createHomeDriver } from '#simulation/home/driver/home-driver.js'
import { HOME_FAULT_PROFILES } from '#simulation/home/fault-profile.js'
import { createHome } from '#simulation/home/home.js'
import { QUIET, type HomeScenario } from '#simulation/home/scenario.js'
import type { HomeScene } from '#simulation/home/scene.js'
import { asFastAsPossible, inRealTime } from '../connections/pace.js'
import { noScenario, scenarioFile } from './files/world-files.js'
import { DrawnHome } from './side/drawn-home.js'
import { recorded, type WorldRobots, type WorldSimulation } from './world-robots.js'

/** The simulated home of `worlds/home`: its scene, and what the robot does not know of it. */
export async function openHome({
  folder,
  scenario,
  limits,
  ...options
}: WorldSimulation): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const scene = await readHomeScene(join(folder, 'scene.yaml'))
  if (!scene.ok) return scene
  const hidden = scenario === undefined ? ok(QUIET) : await readScenario(folder, scenario, scene.value)
  if (!hidden.ok) return hidden
  return ok((episode, journal) =>
    body({
      ...options,
      session: (virtual) => ({ ...(limits && { limits }), ...journal?.(virtual) }),
      scene: scene.value,
      scenario: hidden.value,
      episode,
    }),
  )
}

async function readScenario(
  folder: string,
  name: string,
  scene: HomeScene,
): Promise<Result<HomeScenario, readonly Diagnostic[]>> {
  const file = scenarioFile(folder, name)
  return existsSync(file) ? readHomeScenario(file, scene) : err([noScenario(folder, name)])
}

type BodyOptions = Omit<WorldSimulation, 'folder' | 'scenario' | 'limits'> & {
  readonly scene: HomeScene
  readonly scenario: HomeScenario
  readonly episode: number
  readonly session: (virtual: boolean) => Pick<DriverSessionOptions, 'limits' | 'journal' | 'journaled'>
}

/** A fresh home for one episode; its time stands still until it is paced. */
function body({
  task,
  believed,
  seed,
  faults,
  episode,
  record,
  live = false,
  drawnAside = live,
  session: extras,
  ...parts
}: BodyOptions): ReturnType<WorldRobots> {
  const home = createHome({
    ...parts,
    start: believed,
    seed,
    task,
    episode,
    faults: HOME_FAULT_PROFILES[faults],
  })
  if (!home.ok) return err({ kind: 'refused', text: `the home cannot be set up: ${home.error}` })
  const world = home.value
  const clock = new VirtualClock()
  const driver = createHomeDriver({ home: world, boot: `${seed}/${task}/${episode}`, believed })
  const peer = recorded(driver, clock, record?.(episode))
  const session = new DriverSession({ clock, peer, session: `${task} ${episode}`, ...extras(!live) })
  const line = new DriverLine(session)
  const drawn = drawnAside ? new DrawnHome(world, seed) : undefined
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
      close: () => {
        session.close()
        drawn?.close()
      },
    },
    camera: drawn ?? new HomeCamera(world, 'overview', seed),
    truth: () => ({ facts: world.truth(), operatingSeconds: world.operatingSeconds }),
    timeLimit: (skill) => ms(line.timeoutOf(skill) ?? 60_000),
  })
}
