import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { RunManifest } from '#learning/manifest.js'
import { prepareWorldEpisode } from '#runtime/world/prepare.js'
import { skillEntry } from '#runtime/world/skill-journal.js'
import { worldRules } from '#runtime/world/task.js'
import { shownWorld } from '#service/show/shown-world.js'
import { recordedCritic } from '#app/command-line/replay-critic.js'
import { openRobots } from '#app/world/open-robots.js'
import { simulationNames } from '#app/world/simulation.js'
import { worldOfRun, simulationOf } from '#app/world/world-of-run.js'
import { WorldMemory } from '#app/world/memory/world-memory.js'
import { bodyOf } from '#app/world/world-robots.js'
import type { ReplayWorld } from './re-execute.js'

/** A run in a world described by data: the same simulation with the same seed, from what had been learned by then. */
export async function replayInData(
  manifest: RunManifest,
  folder: string | undefined,
  tell: (text: string) => void,
): Promise<Result<ReplayWorld, Diagnostic>> {
  // before its files are looked for: nothing that is done to them would help
  if (manifest.faults === 'real' || manifest.faults === 'driver') return err(ownDriver(manifest))
  const read = await worldOfRun(manifest, folder, tell)
  if (!read.ok) return read
  const world = read.value
  if (world.robot.driver.kind !== 'simulated') return err(ownDriver(manifest))
  const robots = await openRobots(world, { ...simulationOf(manifest), onLog: () => undefined })
  if (!robots.ok) return err(robots.error[0] ?? ownDriver(manifest))
  const { library } = world
  return ok({
    library,
    score: (outcome) => worldRules(new WorldMemory(world).domain).score(outcome),
    prepare: (stored, { control, listen, journal }) => {
      const { episode } = stored.record
      const before = stored.run.records.filter((record) => record.episode < episode)
      const { domain } = new WorldMemory(world, before.at(-1)?.memory)
      const kept = () => ({
        journal: (entry: Parameters<typeof skillEntry>[0]) => journal(skillEntry(entry)),
      })
      const robot = robots.value(episode, kept, domain.start)
      if (!robot.ok) return Promise.resolve(err(notSetUp(robot.error.text)))
      const parts = prepareWorldEpisode({
        episode,
        doc: stored.doc,
        domain,
        library,
        body: bodyOf(world, robot.value, { episode, listen }),
        critic: recordedCritic(stored.steps),
        before,
        armedBy: 'the replay',
        control: control(robot.value.time.clock),
        listen,
      })
      return Promise.resolve(ok(shownWorld(parts, world.map)))
    },
  })
}

const ownDriver = ({ key }: RunManifest): Diagnostic => ({
  code: 'replay.own-driver',
  severity: 'error',
  message: `${key} cannot be run again: its robot was a driver of its own, and graft cannot repeat what that did`,
  expected: `a run of the field, or of a world whose simulation ships with graft (${simulationNames().join(', ')})`,
  hint:
    `read what happened: graft report ${key} writes its report.html; ` +
    `graft tap ${key} shows what was said with the driver, if that was recorded (run --wire)`,
})

const notSetUp = (text: string): Diagnostic => ({
  code: 'replay.not-started',
  severity: 'error',
  message: 'the episode cannot be set up again',
  got: text,
})
