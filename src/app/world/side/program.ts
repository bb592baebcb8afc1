import { err, ok, type Result } from '#base/result.js'
import { serveSide } from '#adapters/side-process/serve-side.js'
import { nodeAt } from '#bt/paths.js'
import { validate } from '#bt/validate/validate.js'
import { isWithin } from '#learning/actor/units.js'
import { EDIT_BUDGET } from '#learning/edit-budget.js'
import { createWorldActor } from '#learning/world/actor.js'
import { loadWorld, type LoadedWorld } from '../load-world.js'
import { loadSimulation } from '../simulation.js'
import { refusalsIn, twinView, type FailedStep } from '../twin-view.js'
import { WorldMemory } from '../memory/world-memory.js'
import type { PlannerQuestion, PlannerWorld, WorldAnswer, WorldJob } from './jobs.js'

process.title = 'graft world'
serveSide(async (job: WorldJob): Promise<WorldAnswer> => {
  if (job.kind !== 'picture') return answer(job)
  const simulation = await loadSimulation(job.simulation)
  if (simulation?.draw === undefined) return err(`the simulation ${job.simulation} draws no pictures`)
  return ok({ kind: 'picture', frame: simulation.draw(job.moment) })
})

async function answer(job: PlannerWorld & PlannerQuestion): Promise<WorldAnswer> {
  const world = await reread(job)
  if (!world.ok) return world
  const memory = new WorldMemory(world.value, job.memory)
  const { library } = world.value
  if (job.kind === 'refusals')
    return ok({ kind: 'refusals', refusals: refusalsIn(memory.domain, library, job.doc) })
  const actor = createWorldActor({
    twin: () => twinView(memory.domain, library, memory.skills, failedStep(job)),
    validate: (doc) => validate(doc, library, { compat: 'strict' }),
    maxEdits: EDIT_BUDGET.most,
  })
  return ok({ kind: 'propose', output: await actor.propose(job.experience) })
}

/**
 * The step that failed last, unless what it belongs to succeeded afterwards, or the tree that is edited now has another
 * step there.
 */
function failedStep({
  experience: { report, trace, tree },
  end,
}: Extract<PlannerQuestion, { kind: 'propose' }>): FailedStep | undefined {
  const last = trace.failures.at(-1)
  if (last === undefined || report?.outcome !== 'failure') return undefined
  const isMadeGood = trace.units.some(({ path, result }) => result === 'success' && isWithin(last.path, path))
  if (isMadeGood || nodeAt(tree, last.path)?.id !== last.node) return undefined
  return { path: last.path, state: new Map(Object.entries(end)) }
}

/** the world that was read last: a run asks many questions about one */
let kept: LoadedWorld | undefined

async function reread({ files, digest }: PlannerWorld): Promise<Result<LoadedWorld, string>> {
  if (kept?.digest === digest) return ok(kept)
  const loaded = await loadWorld(files)
  if (!loaded.ok) return err(loaded.error[0]?.message ?? 'the files of the world cannot be read')
  if (loaded.value.digest !== digest) return err('the files of the world have changed since the run began')
  kept = loaded.value
  return loaded
}
