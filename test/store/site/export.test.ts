import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { exportRun } from '#adapters/store/site/export-run.js'
import { StoreView } from '#adapters/store/site/view-store.js'
import { checkStore } from '#adapters/store/site/check.js'
import { readCommands, readEpisodes, readSteps } from '#adapters/store/run-store.js'
import { must } from '#base/result.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { followsAlgorithm1 } from '#learning/events.js'
import { writeReport } from '#report/write-report.js'
import { virtualRobots } from '#app/connections/robot-provider.js'
import { learnOnField } from '#app/field-run.js'
import { makeManifest } from '#app/run-folder/field-manifest.js'
import { JsonView } from '#terminal/json-view.js'
import { initialTree, library, loop, scriptedMinds } from '../../runtime/support/loop.js'
import { benchmarkField } from '../../simulation/support/field.js'
import { tapRun } from '../../tap/support/witness.js'
import { newFolder, openStore } from './support/store.js'
import { recordWire } from '#app/run-folder/episode-wires.js'

/** What a run folder holds, without what names the moment or the report. */
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'report.html' && entry.name !== 'lock')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

describe('a run in the store', () => {
  it('VRL-17: exported, it is the run folder that graft run would have written, byte for byte', async () => {
    const setup = benchmarkField()
    const asked = { episodes: 2, seed: 1, faults: 'none', actor: 'rules', blockInfo: false } as const
    const made = { ...asked, strictAlg1: false, untilClean: false, out: '', json: true } as const
    const manifest = makeManifest(made, setup, initialTree, [])
    const dir = newFolder()
    const store = openStore({ dir, writer: 'thread' })
    const run = must(await store.openRun(manifest), 'a run')
    run.saveTree(treeHash(initialTree), writeTree(initialTree))
    await learnOnField({
      ...{ manifest, setup, start: initialTree, before: [], store: run, library, wire: recordWire },
      view: new JsonView({ write: () => true }),
      models: scriptedMinds(),
      connections: virtualRobots({ setup, wasm: must(readFirmware(), 'firmware'), seed: 1, faults: 'none' }),
      signal: new AbortController().signal,
    })
    await run.close('done')
    await store.close()
    const view = must(StoreView.open(dir), 'the store')
    expect(checkStore(view)).toMatchObject({ runs: 1, episodes: 2, problems: [] })
    expect(followsAlgorithm1(view.steps(run.key, 1).map(({ kind }) => kind))).toBe(true)
    const out = newFolder()
    const { folder, pictures, missing } = must(exportRun(view, run.key, out), 'an export')
    view.close()
    const { folder: written } = await loop({ episodes: 2, seed: 1, faults: 'none', setup })
    expect(filesOf(folder)).toEqual(filesOf(written))
    expect(filesOf(folder).length).toBeGreaterThan(10)
    expect([pictures > 4, missing]).toEqual([true, 0])
    for (const name of filesOf(folder))
      expect(readFileSync(join(folder, name)).equals(readFileSync(join(written, name))), name).toBe(true)
    expect(readEpisodes(folder)).toEqual(readEpisodes(written))
    expect(readSteps(folder)).toEqual(readSteps(written))
    expect(readCommands(folder).length).toBeGreaterThan(5)
    expect(readFileSync(must(await writeReport(folder), 'the report'), 'utf8')).toContain('</html>')
    const { summaries } = await tapRun(folder)
    expect(summaries.map(({ breaches }) => breaches.size)).toEqual([0, 0])
  }, 120_000)
})
