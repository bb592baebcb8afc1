import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { must } from '#base/result.js'
import { VIRTUAL_OPERATOR } from '#app/connections/operator.js'
import { loadWorld } from '#app/world/load-world.js'
import { openSimulation } from '#app/world/simulation.js'
import { makeWorldManifest } from '#app/world/world-manifest.js'
import { learnInWorld } from '#app/world/world-run.js'
import { runInMemory, SILENT_VIEW } from '#lab/scripted/run-in-memory.js'

/** The process in which the twin is asked, frozen: as a search that takes for ever. */
function freezePlanner(): void {
  const children = readdirSync('/proc/self/task').flatMap((id) =>
    readFileSync(`/proc/self/task/${id}/children`, 'utf8').trim().split(' '),
  )
  const planners = children.filter(
    (pid) => pid !== '' && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'graft world',
  )
  expect(planners).toHaveLength(1)
  for (const pid of planners) process.kill(Number(pid), 'SIGSTOP')
}

it('a run that is told to end gives a long search up, keeps the episode, and says so', async () => {
  const world = must(await loadWorld({ world: 'home', task: 'fetch' }), 'the home')
  const believed = new Map([...world.domain.initial, ...world.task.start])
  const setting = { folder: world.folder, task: 'fetch', believed, seed: 1, faults: 'none' } as const
  const { log, records } = runInMemory(new Map())
  const stop = new AbortController()
  const end = await learnInWorld({
    tell: () => undefined,
    world,
    robots: must(await openSimulation('home', setting), 'the home'),
    operator: VIRTUAL_OPERATOR,
    library: world.library,
    start: world.policy,
    before: [],
    signal: stop.signal,
    manifest: makeWorldManifest({ seed: 1, episodes: 3, faults: 'none', strictAlg1: false }, world),
    store: log,
    view: SILENT_VIEW,
    host: {
      held: () => false,
      estopRequested: () => false,
      prepared: () => Promise.resolve(),
      notes: () => [],
      // the critic's last report: the search for edits is next
      listen: (event) => {
        if (event.kind !== 'step' || event.step.kind !== 'F') return
        freezePlanner()
        stop.abort()
      },
    },
  })
  expect(end).toMatchObject({ kind: 'cut-short', by: 'operator-stop' })
  expect(records.map(({ update }) => [update.decision, update.why])).toEqual([
    ['no-edit', 'the twin could not be asked: its process has ended'],
  ])
}, 60_000)
