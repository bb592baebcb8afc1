import { existsSync } from 'node:fs'
import type { MainModule } from '@mujoco/mujoco'
import { VirtualClock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { bestPoints } from '#annotation/best-points.js'
import { asFastAsPossible } from '#app/connections/pace.js'
import { readTabletopScenario } from '#config/tabletop/tabletop-scenario.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { Camera, Frame } from '#learning/ports.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import { createTabletopDriver, TabletopArm, tabletopOffer } from '#tabletop/driver/tabletop-driver.js'
import { TABLETOP_FAULTS, type TabletopFaultProfile } from '#tabletop/fault-profile.js'
import type { Start } from '#tabletop/set-up.js'
import { drawSide, SIDE_MODEL, type SideMoment } from '#tabletop/sight/side-picture.js'
import { objectionTo } from '#tabletop/skills/run-skill.js'
import { Tabletop } from '#tabletop/tabletop.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import { asideRobot } from '../aside/aside-robot.js'
import type { AsideWorld } from '../aside/messages.js'
import { noScenario, scenarioFile } from '../files/world-files.js'
import { DrawnAside, type View } from '../side/drawn-aside.js'
import { recorded, type WorldRobot, type WorldRobots, type WorldSimulation } from '../world-robots.js'

/** The arm over a table of `worlds/tabletop`, in MuJoCo; each episode has a scene of its own. */
export async function open(options: WorldSimulation): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const { folder } = options
  const scenario = await scenarioOf(options)
  if (!scenario.ok) return scenario
  const mujoco = await loadMujoco()
  if (!mujoco.ok) return err([noMujoco(folder, mujoco.error)])
  return ok((episode, journal) => {
    const { task, seed, believed, live = false } = options
    const start = new Map(
      [...believed].flatMap(([fact, value]) => (value === UNKNOWN ? [] : [[fact, value]])),
    )
    const name = `${seed}/${task}/${episode}`
    const setting: Setting = { start, seed: name, ...scenario.value }
    const parts = { ...options, episode, name, session: journal?.(!live) ?? {} }
    if (live) return ok(robotAside(setting, parts))
    const made = tableOf(mujoco.value, setting)
    return made.ok ? ok(robotAt(made.value, parts)) : err({ kind: 'refused', text: made.error })
  })
}

/** A table as data, for whoever makes it. */
interface Setting {
  readonly start: Start
  readonly seed: string
  readonly faults: TabletopFaultProfile
  readonly faulty?: readonly string[]
}

/** The faults of the profile; those that a scenario names are as it says. */
async function scenarioOf({
  folder,
  scenario,
  faults,
}: WorldSimulation): Promise<Result<Pick<Setting, 'faults' | 'faulty'>, readonly Diagnostic[]>> {
  if (scenario === undefined) return ok({ faults: TABLETOP_FAULTS[faults] })
  const file = scenarioFile(folder, scenario)
  if (!existsSync(file)) return err([noScenario(folder, scenario)])
  const read = await readTabletopScenario(file)
  if (!read.ok) return read
  const { faults: named, items } = read.value
  return ok({ faults: { ...TABLETOP_FAULTS[faults], ...named }, ...(items && { faulty: items }) })
}

function tableOf(mujoco: MainModule, setting: Setting): Result<Tabletop, string> {
  const made = Tabletop.create(mujoco, { ...setting, spots: { choose: bestPoints } })
  return made.ok ? made : err(`the table cannot be set up: ${made.error}`)
}

/** @param setting of the table, as `open` gave it */
export async function aside(setting: unknown): Promise<Result<AsideWorld, string>> {
  const mujoco = await loadMujoco()
  if (!mujoco.ok) return mujoco
  const made = tableOf(mujoco.value, setting as Setting)
  if (!made.ok) return made
  const table = made.value
  const view = viewOf(table)
  return ok({
    body: new TabletopArm(table),
    get now() {
      return table.now
    },
    step: (periodMs) => table.step(periodMs),
    truth: () => truthOf(table),
    moment: (id) => view.moment(id),
  })
}

/** What has fallen off the table is at no place of the world: no goal is reached by it. */
const truthOf = (table: Tabletop): Fluents =>
  new Map([...table.truth()].map(([fact, value]) => [fact, value === 'unknown' ? UNKNOWN : value]))

/** Physics and sight in a thread of their own: a look takes half a second, and the reflex loop goes on. */
const robotAside = (setting: Setting, { name, ...options }: RobotOptions): WorldRobot =>
  asideRobot({
    ...options,
    ...{ simulation: 'tabletop', setting, name, offer: tabletopOffer(name), start: setting.start },
    objectionTo: ({ skill, params }) => objectionTo(skill, params),
    view: { picture: 'side', model: SIDE_MODEL, draw },
  })

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
  readonly episode: number
  /** different for each episode */
  readonly name: string
  readonly session: object
}

/** The arm at a table in virtual time. It closes the table when it is closed. */
export function robotAt(tabletop: Tabletop, options: RobotOptions): WorldRobot {
  const { episode, name, session: journal, limits, record } = options
  const { drawnAside = false, tell = () => undefined } = options
  const clock = new VirtualClock()
  const driver = createTabletopDriver(tabletop, name)
  const peer = recorded(driver, clock, record?.(episode))
  const session = new DriverSession({ clock, peer, session: name, ...(limits && { limits }), ...journal })
  const line = new DriverLine(session)
  const drawn = drawnAside ? new DrawnAside(viewOf(tabletop), { live: false, tell }) : undefined
  let isOpen = true
  return {
    line,
    time: {
      clock,
      virtual: true,
      pace: asFastAsPossible(clock, (period) => {
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
    truth: () => ({ facts: truthOf(tabletop), operatingSeconds: tabletop.now / 1000 }),
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
