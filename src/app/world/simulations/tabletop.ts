import { VirtualClock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { asFastAsPossible, inRealTime } from '#app/connections/pace.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { Camera, Frame } from '#learning/ports.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import { createTabletopDriver } from '#simulation/tabletop/driver/tabletop-driver.js'
import { TABLETOP_FAULTS } from '#simulation/tabletop/fault-profile.js'
import { drawSide, SIDE_MODEL, type SideMoment } from '#simulation/tabletop/sight/side-picture.js'
import { Tabletop } from '#simulation/tabletop/tabletop.js'
import { UNKNOWN } from '#worlds/value.js'
import { noScenario } from '../files/world-files.js'
import { DrawnAside, type View } from '../side/drawn-aside.js'
import { recorded, type WorldRobot, type WorldRobots, type WorldSimulation } from '../world-robots.js'

/** The arm over a table of `worlds/tabletop`, in MuJoCo; each episode has a scene of its own. */
export async function open(options: WorldSimulation): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const { folder, scenario } = options
  if (scenario !== undefined) return err([noScenario(folder, scenario)])
  const mujoco = await loadMujoco()
  if (!mujoco.ok) return err([noMujoco(folder, mujoco.error)])
  return ok((episode, journal) => {
    const { task, seed, faults, believed, live = false } = options
    const start = new Map(
      [...believed].flatMap(([fact, value]) => (value === UNKNOWN ? [] : [[fact, value]])),
    )
    const name = `${seed}/${task}/${episode}`
    const made = Tabletop.create(mujoco.value, { start, seed: name, faults: TABLETOP_FAULTS[faults] })
    if (!made.ok) return err({ kind: 'refused', text: `the table cannot be set up: ${made.error}` })
    return ok(robotAt(made.value, { ...options, live, episode, name, session: journal?.(!live) ?? {} }))
  })
}

/** @param moment as the view of a table gave it */
export function draw(moment: unknown): Frame {
  return drawSide(moment as SideMoment)
}

/** The table from one side, for people. */
const viewOf = (tabletop: Tabletop): View => ({
  simulation: 'tabletop',
  picture: 'side',
  model: SIDE_MODEL,
  get now() {
    return tabletop.now
  },
  moment: (id): SideMoment => ({ id, now: tabletop.now, geoms: tabletop.sight.geoms(tabletop.lit) }),
  draw,
})

/** Pictures that are drawn here, for where nothing has to go on meanwhile. */
function drawnHere(view: View): Camera {
  let count = 0
  return {
    model: view.model,
    capture: () => Promise.resolve(view.draw(view.moment(`side-${String(count++).padStart(4, '0')}`))),
  }
}

type RobotOptions = WorldSimulation & {
  readonly live: boolean
  readonly episode: number
  /** different for each episode */
  readonly name: string
  readonly session: object
}

function robotAt(tabletop: Tabletop, options: RobotOptions): WorldRobot {
  const { live, episode, name, session: journal, limits, record } = options
  const { drawnAside = live, tell = () => undefined } = options
  const clock = new VirtualClock()
  const driver = createTabletopDriver(tabletop, name)
  const peer = recorded(driver, clock, record?.(episode))
  const session = new DriverSession({ clock, peer, session: name, ...(limits && { limits }), ...journal })
  const line = new DriverLine(session)
  const drawn = drawnAside ? new DrawnAside(viewOf(tabletop), { live, tell }) : undefined
  let isOpen = true
  return {
    line,
    time: {
      clock,
      virtual: !live,
      ...(live && { wall: () => performance.now() }),
      pace: (live ? inRealTime : asFastAsPossible)(clock, (period) => {
        if (isOpen) driver.advance(period)
        clock.advance(period)
      }),
      close: () => {
        session.close()
        drawn?.close()
        // MuJoCo's memory is not collected
        if (isOpen) tabletop.close()
        isOpen = false
      },
    },
    camera: drawn ?? drawnHere(viewOf(tabletop)),
    truth: () => ({ facts: tabletop.truth(), operatingSeconds: tabletop.now / 1000 }),
    timeLimit: (skill) => ms(line.timeoutOf(skill) ?? 60_000),
  }
}

const noMujoco = (folder: string, why: string): Diagnostic => ({
  severity: 'error',
  code: 'tabletop.mujoco',
  where: { file: folder, line: 1, column: 1 },
  message: 'the physics of this world cannot be loaded',
  expected: 'the optional package @mujoco/mujoco',
  got: why,
  hint: 'npm install @mujoco/mujoco@3.14.0, or npm ci without --omit=optional',
})
