import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { SiteRun } from '../../../../src/adapters/store/site/site-run.js'
import { SiteStore, type SiteStoreOptions } from '../../../../src/adapters/store/site/site-store.js'
import { must } from '../../../../src/base/result.js'
import { ms } from '../../../../src/base/units.js'
import type { AlarmRecord, EndReason, EpisodeRecord } from '../../../../src/learning/episode.js'
import type { RunManifest } from '../../../../src/learning/manifest.js'
import type { CriticReport } from '../../../../src/mind/critic/report.js'

const folders: string[] = []
const open: SiteStore[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await store.close().catch(() => undefined)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'graft-site-'))
  folders.push(folder)
  return folder
}

/** A clock that goes on by a second with every look. */
export function newClock(from = 1_700_000_000_000): () => number {
  let now = from
  return () => (now += 1000)
}

/** Without a thread, unless the test asks for one. */
export function openStore(options: Partial<SiteStoreOptions> & { readonly dir: string }): SiteStore {
  const store = must(SiteStore.open({ now: newClock(), writer: 'inline', ...options }), 'a store')
  open.push(store)
  return store
}

export async function openRun(store: SiteStore, episodes = 3): Promise<SiteRun> {
  return must(await store.openRun(manifestOf({ episodes })), 'a run')
}

export const manifestOf = (change: Partial<RunManifest> = {}): RunManifest => ({
  format: 1,
  key: 'F1-s1-12345678',
  version: '0.0.0',
  field: { id: 'F1', setup: {} },
  seed: 1,
  episodes: 3,
  faults: 'none',
  policy: { name: 'Main', hash: 'a'.repeat(64) },
  models: [],
  actor: 'rules',
  blockInfo: false,
  strictAlg1: false,
  ...change,
})

export interface Told {
  readonly score?: number
  readonly endReason?: EndReason
  readonly alarms?: readonly AlarmRecord[]
  readonly treeHash?: string
  readonly next?: string
}

export function recordOf(episode: number, told: Told = {}): EpisodeRecord {
  const { score = 10, endReason = 'tree-success', alarms = [], treeHash = 'a'.repeat(64) } = told
  return {
    episode,
    field: 'F1',
    seed: 1,
    treeHash,
    parentHash: null,
    endReason,
    seconds: 60,
    reports: [report(episode)],
    alarms,
    facts: {
      source: 'ground-truth',
      operatingSeconds: 60,
      correct: 0,
      incorrect: 0,
      outside: 0,
      fullBatches: 0,
      robotHome: true,
      leftHome: true,
      blocksUnloaded: 0,
      shelfAtTarget: false,
    },
    score: { lines: [], total: score },
    update: {
      decision: told.next === undefined ? 'no-edit' : 'edited',
      nextHash: told.next ?? treeHash,
      patch: [],
      tries: [],
      why: 'as told',
    },
    refusals: [],
  }
}

export const alarmOf = (s: number): AlarmRecord => ({
  t: ms(100),
  mode: 'final',
  step: 0,
  reasons: ['severity'],
  s,
  c: 0.9,
  text: 'as told',
})

const report = (episode: number): CriticReport => ({
  mode: 'final',
  episode,
  step: 0,
  outcome: 'success',
  issues: [],
  s: 0,
  c: 0.9,
  summary: 'as told',
  raw: '',
  model: 'scripted',
  frames: [],
})
