import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { WorldMemory } from '#app/world/memory/world-memory.js'
import { loadWorld } from '#app/world/load-world.js'
import { robotAt } from '#app/world/simulations/tabletop.js'
import { bodyOf } from '#app/world/world-robots.js'
import { worldCritic } from '#learning/world/critic.js'
import type { EndReason } from '#learning/episode.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { playOut } from '#runtime/episode.js'
import { prepareWorldEpisode } from '#runtime/world/prepare.js'
import { readingsOf } from '#tabletop/driver/readings.js'
import type { TabletopFault, TabletopFaultProfile } from '#tabletop/fault-profile.js'
import { Tabletop } from '#tabletop/tabletop.js'
import { sayJudgement } from '#worlds/run/judgement.js'

export interface TableEpisode {
  /** of everything that is drawn */
  readonly seed: string
  readonly faults: TabletopFaultProfile
  /** things that may be heavy or wide */
  readonly faulty?: readonly string[]
  /** what is done, as the inside of a tree */
  readonly steps: string
}

/** What came of an episode, by MuJoCo's own state, the trace and what the driver reported. */
export interface PlayedAtTable {
  readonly end: EndReason
  readonly met: readonly TabletopFault[]
  /** why leaves failed, in order */
  readonly reasons: readonly string[]
  /** its steps with what came of them and what that was judged by */
  readonly judged: readonly string[]
  /** facts that the driver would have reported while the arm stood, and that were not so; never `unknown` */
  readonly wrong: readonly string[]
  /** looks at a standing scene, and facts that were reported in all of them */
  readonly reports: { readonly looks: number; readonly facts: number }
  readonly stands: boolean
  readonly truth: ReadonlyMap<string, string | boolean>
}

/** Plays one episode with the runtime, the driver and the physics that `graft run --world tabletop` has. */
export async function playAtTable({ steps, ...options }: TableEpisode): Promise<PlayedAtTable> {
  const world = must(await loadWorld({ world: 'tabletop' }), 'the tabletop')
  const table = must(
    Tabletop.create(must(await loadMujoco(), 'MuJoCo'), { start: new Map(), ...options }),
    'the table',
  )
  const heard = heedReports(table)
  const main = `<BehaviorTree ID="Main">${steps}</BehaviorTree>`
  const xml = `<root BTCPP_format="4" main_tree_to_execute="Main">${main}</root>`
  const { domain } = new WorldMemory(world)
  const robot = robotAt(table, {
    folder: world.folder,
    task: world.task.name,
    believed: domain.initial,
    ...{ seed: 1, faults: 'none', episode: 1, name: options.seed, session: {} },
  })
  const listen = (): void => undefined
  const parts = prepareWorldEpisode({
    episode: 1,
    doc: must(parseTree(xml, { file: 'steps.xml', library: world.library, compat: 'strict' }), 'the steps'),
    domain,
    library: world.library,
    body: bodyOf(world, { ...robot, camera: NO_CAMERA }, { episode: 1, listen }),
    critic: worldCritic,
    before: [],
    armedBy: 'the fault catalogue',
    control: UNATTENDED,
    listen,
  })
  const { endReason: end } = must(await playOut(parts), 'an episode that starts')
  const played = {
    end,
    met: [...table.faultsMet],
    reasons: parts.trace.events.flatMap(({ to, node, reason }) =>
      to === 'FAILURE' && reason !== undefined ? [`${node}: ${reason}`] : [],
    ),
    judged: parts.robot.attempts().map(({ command, result, judged }) => {
      const by = judged === undefined ? '' : sayJudgement(judged.after)
      return `${command.skill} ${result}: ${by}`
    }),
    ...heard,
    stands: !table.moving,
    truth: table.truth(),
  }
  robot.time.close()
  return played
}

const NO_CAMERA = { capture: () => Promise.reject(new Error('no model looks')) }

/** Compares what the driver knows with what is so, whenever it has looked at a scene that stands. */
function heedReports(table: Tabletop): Pick<PlayedAtTable, 'wrong' | 'reports'> {
  const wrong: string[] = []
  const reports = { looks: 0, facts: 0 }
  const look = table.look.bind(table)
  table.look = () => {
    look()
    if (table.moving) return
    const truth = table.truth()
    const readings = readingsOf(table.known, table.now)
    reports.looks++
    reports.facts += readings.length
    for (const { fact, value } of readings)
      if (value !== 'unknown' && value !== truth.get(fact))
        wrong.push(`${fact} is ${String(truth.get(fact))}, and ${String(value)} was reported`)
  }
  return { wrong, reports }
}
