import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { VirtualClock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import { readHomeScenario, readHomeScene } from '#config/home/home-files.js'
import { DriverSession } from '#drivers/driver-session.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import { HomeCamera } from '#simulation/camera/home-camera.js'
import { UNKNOWN as UNSEEN } from '#simulation/home/fact.js'
import { createHomeDriver } from '#simulation/home/driver/home-driver.js'
import { HOME_FAULT_PROFILES } from '#simulation/home/fault-profile.js'
import { createHome } from '#simulation/home/home.js'
import { QUIET, type HomeScenario } from '#simulation/home/scenario.js'
import type { HomeScene } from '#simulation/home/scene.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import { asFastAsPossible, inRealTime } from '../connections/pace.js'
import { noScenario, scenarioFile } from './files/world-files.js'
import { DrawnHome } from './side/drawn-home.js'
import { recorded, type WorldRobots, type WorldSimulation } from './world-robots.js'

/** The simulated home of `worlds/home`: its scene, and what the robot does not know of it. */
export async function openHome({
  folder,
  scenario,
  ...options
}: WorldSimulation): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const scene = await readHomeScene(join(folder, 'scene.yaml'))
  if (!scene.ok) return scene
  const hidden = scenario === undefined ? ok(QUIET) : await readScenario(folder, scenario, scene.value)
  if (!hidden.ok) return hidden
  const parts = { ...options, scene: scene.value, scenario: hidden.value }
  return ok((episode, journal, known = options.believed) =>
    body({ ...parts, ...(journal && { journal }), known, episode }),
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

type BodyOptions = Omit<WorldSimulation, 'folder' | 'scenario'> & {
  readonly scene: HomeScene
  readonly scenario: HomeScenario
  readonly episode: number
  /** the facts at the start as they are known by now */
  readonly known: Fluents
  readonly journal?: NonNullable<Parameters<WorldRobots>[1]>
}

/** A fresh home for one episode; its time stands still until it is paced. */
function body({
  known,
  record,
  live = false,
  drawnAside = live,
  tell = () => undefined,
  journal,
  ...parts
}: BodyOptions): ReturnType<WorldRobots> {
  const { task, seed, episode } = parts
  const faults = HOME_FAULT_PROFILES[parts.faults]
  const home = createHome({ ...parts, start: written(parts.believed), faults })
  if (!home.ok) return err({ kind: 'refused', text: `the home cannot be set up: ${home.error}` })
  const world = home.value
  const clock = new VirtualClock()
  const driver = createHomeDriver({
    home: world,
    boot: `${seed}/${task}/${episode}`,
    believed: written(known),
  })
  const peer = recorded(driver, clock, record?.(episode))
  const session = new DriverSession({ clock, peer, session: `${task} ${episode}`, ...journal?.(!live) })
  const line = new DriverLine(session)
  const drawn = drawnAside ? new DrawnHome(world, seed, { live, tell }) : undefined
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

/** Facts as the driver contract writes them. */
const written = (facts: Fluents): Fluents =>
  new Map([...facts].map(([fact, value]) => [fact, value === UNKNOWN ? UNSEEN : value]))
