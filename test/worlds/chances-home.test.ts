import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { loadWorld } from '#app/world/load-world.js'
import { openSimulation } from '#app/world/simulation.js'
import { chanceRows } from '#app/world/memory/chance-rows.js'
import { SkillChances } from '#app/world/memory/skill-chances.js'
import { bodyOf } from '#app/world/world-robots.js'
import { worldCritic } from '#learning/world/critic.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { runEpisode } from '#runtime/episode.js'
import { prepareWorldEpisode } from '#runtime/world/prepare.js'
import { withTask } from '#worlds/task/with-task.js'

const ITEMS = 'mug glass plate bowl apple milk book remote keys towel medicine toy_car'.split(' ')
const folder = mkdtempSync(join(tmpdir(), 'graft-chances-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const scenario = join(folder, 'slippery.yaml')
// three times the nominal chance of a grasp that fails, 0.1, which is what the world declares
writeFileSync(
  scenario,
  `scenario: slippery\ntext: All things are slippery.\nslippery: { ${ITEMS.map((item) => `${item}: 3`).join(', ')} }\n`,
)

const EPISODES = 12

/** Repeats the good tree of a task, and counts. */
async function counted(seed: number) {
  const where = await loadWorld({ world: 'home', task: 'tidy' })
  const tree = join(must(where, 'home').folder, 'policy', 'reference-tidy.xml')
  const world = must(await loadWorld({ world: 'home', task: 'tidy', tree }), 'home')
  const { domain, task, library } = world
  const believed = new Map([...domain.initial, ...task.start])
  const setting = { folder: world.folder, task: 'tidy', believed, seed, faults: 'nominal', scenario } as const
  const robots = must(await openSimulation('home', setting), 'the home')
  const chances = new SkillChances(domain)
  let grasps = 0
  let failed = 0
  for (let episode = 1; episode <= EPISODES; episode++) {
    const robot = must(robots(episode), 'a robot')
    const body = { ...robot, camera: { capture: () => Promise.reject(new Error('no camera')) } }
    const parts = prepareWorldEpisode({
      episode,
      doc: world.policy,
      domain: withTask(domain, task),
      library,
      critic: worldCritic,
      body: bodyOf(world, body, { episode, listen: () => undefined }),
      before: [],
      armedBy: 'a test',
      control: UNATTENDED,
      listen: () => undefined,
    })
    const steps = runEpisode(parts)
    for (let step = await steps.next(); step.done !== true;) step = await steps.next()
    chances.add(parts.robot.attempts())
    // the tree's own account: each attempt of the leaf that was permitted begins with RUNNING
    const picks = parts.trace.events.filter(({ node }) => node === 'Pick')
    grasps += picks.filter(({ to }) => to === 'RUNNING').length
    failed += picks.filter(
      ({ to, reason = '' }) => to === 'FAILURE' && !reason.startsWith('twin_reject'),
    ).length
    parts.body.close()
  }
  return { seen: chances.seen, grasps, failed }
}

it.each([1, 2, 3, 4])(
  'seed %i: where grasps fail in 30 of 100, the estimate is nearer to that than the declared 10 of 100',
  async (seed) => {
    const { seen, grasps, failed } = await counted(seed)
    const [row] = chanceRows(seen).filter(({ skill }) => skill === 'Pick')
    // every grasp is counted, and every failed one is explained by what the world declares
    expect(row).toMatchObject({ declared: 0.1, tries: grasps, seen: failed })
    expect(grasps).toBeGreaterThan(20)
    expect(Math.abs((row?.estimate ?? NaN) - 0.3)).toBeLessThan(0.2)
  },
  120_000,
)
