import { ms } from '#base/units.js'
import type { AlarmRecord, EndReason, EpisodeRecord } from '#learning/episode.js'
import type { FieldOutcome } from '#learning/field-score.js'
import type { RunManifest } from '#learning/manifest.js'
import type { CriticReport } from '#learning/critic/report.js'

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
    facts: FACTS,
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

const FACTS: FieldOutcome = {
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
}
