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
import type { Frame } from '#learning/ports.js'
import { HomeCamera, homeFrame } from '#simulation/camera/home-camera.js'
import { UNKNOWN as UNSEEN } from '#simulation/home/fact.js'
import { createHomeDriver } from '#simulation/home/driver/home-driver.js'
import { HOME_FAULT_PROFILES } from '#simulation/home/fault-profile.js'
import { createHome, type HomeWorld } from '#simulation/home/home.js'
import { QUIET, type HomeScenario } from '#simulation/home/scenario.js'
import type { HomeScene } from '#simulation/home/scene.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import { asFastAsPossible, inRealTime } from '#app/connections/pace.js'
import { noScenario, scenarioFile } from '../files/world-files.js'
import { DrawnAside, type View } from '../side/drawn-aside.js'
import { recorded, type WorldRobots, type WorldSimulation } from '../world-robots.js'

const PICTURE = 'overview'

/** The simulated home of `worlds/home`: its scene, and what the robot does not know of it. */
export async function open({
  folder,
  scenario,
  limits,
  ...options
}: WorldSimulation): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const scene = await readHomeScene(join(folder, 'scene.yaml'))
  if (!scene.ok) return scene
  const hidden = scenario === undefined ? ok(QUIET) : await readScenario(folder, scenario, scene.value)
  if (!hidden.ok) return hidden
  const parts = { ...options, scene: scene.value, scenario: hidden.value }
  return ok((episode, journal, known = options.believed) =>
    body({
      ...parts,
      session: (virtual) => ({ ...(limits && { limits }), ...journal?.(virtual) }),
      known,
      episode,
    }),
  )
}

/** A moment of the home, to be drawn in another process. */
interface HomeMoment {
  readonly scene: ReturnType<HomeWorld['scene']>
  readonly now: number
  readonly seed: number
  readonly id: string
}

/** @param moment as the view of a home gave it */
export function draw(moment: unknown): Frame {
  const { scene, now, seed, id } = moment as HomeMoment
  return homeFrame({ scene: () => scene, now }, PICTURE, seed, id)
}

/** The home from above, with the light and the noise of this seed. */
export function homeView(home: HomeWorld, seed: number): View {
  const near = new HomeCamera(home, PICTURE, seed)
  return {
    simulation: 'home',
    picture: PICTURE,
    get model() {
      return near.model
    },
    get now() {
      return home.now
    },
    moment: (id): HomeMoment => ({ scene: home.scene(), now: home.now, seed, id }),
    draw,
  }
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
  /** the facts at the start as they are known by now */
  readonly known: Fluents
  readonly session: (virtual: boolean) => Pick<DriverSessionOptions, 'limits' | 'journal' | 'journaled'>
}

/** A fresh home for one episode; its time stands still until it is paced. */
function body({
  known,
  record,
  live = false,
  drawnAside = live,
  tell = () => undefined,
  session: extras,
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
  const session = new DriverSession({ clock, peer, session: `${task} ${episode}`, ...extras(!live) })
  const line = new DriverLine(session)
  const drawn = drawnAside ? new DrawnAside(homeView(world, seed), { live, tell }) : undefined
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
    camera: drawn ?? new HomeCamera(world, PICTURE, seed),
    truth: () => ({ facts: world.truth(), operatingSeconds: world.operatingSeconds }),
    timeLimit: (skill) => ms(line.timeoutOf(skill) ?? 60_000),
  })
}

/** Facts as the driver contract writes them. */
const written = (facts: Fluents): Fluents =>
  new Map([...facts].map(([fact, value]) => [fact, value === UNKNOWN ? UNSEEN : value]))
