import { orNull, type Sample } from './shape.js'

/** The shapes of answers, as far as the views use them. */
const HEALTH_ROW: Sample = { id: '', state: '', critical: true, ageMs: 0, deadlineMs: 0, text: '' }
export const HEALTH: Sample = [HEALTH_ROW]

const ALARM_RECORD: Sample = { mode: '', step: 0, reasons: [''], s: 0, c: 0, text: '' }
export const ALARM: Sample = {
  id: '',
  at: 0,
  run: '',
  episode: 0,
  record: ALARM_RECORD,
  acknowledged: orNull({ by: '', at: 0, note: '' }),
  count: orNull(0),
  last: orNull(0),
  closed: orNull({ at: 0, why: '' }),
}
export const ALARMS: Sample = [ALARM]

const TREE: Sample = {
  hash: '',
  name: '',
  nodes: [{ path: '', depth: 0, label: '', kind: '', status: '' }],
}

const RUN: Sample = {
  key: '',
  field: '',
  episode: 0,
  episodes: 0,
  unit: '',
  t: 0,
  scoreSoFar: 0,
  scores: [0],
}

export const STATUS: Sample = {
  at: 0,
  uptimeMs: 0,
  version: '',
  seq: 0,
  robot: { body: '', pace: '', device: orNull('') },
  mode: '',
  activity: '',
  armedBy: orNull(''),
  run: orNull(RUN),
  tree: orNull(TREE),
  facts: [{ subject: '', text: '' }],
  link: { status: '', device: orNull(''), silentMs: orNull(0), counters: null },
  camera: { state: '', text: '', ageMs: orNull(0), frames: 0, restarts: 0 },
  models: [{ role: '', id: '', state: '' }],
  alarms: ALARMS,
  health: HEALTH,
  policy: orNull({ field: '', active: '', trial: orNull({ hash: '', started: 0, finished: 0, needed: 0 }) }),
  disk: orNull({ freeBytes: 0, state: '' }),
}

export const LOG: Sample = [{ at: 0, level: '', source: '', text: '' }]

export const HAPPENED: Sample = { news: [{ seq: 0, at: 0, kind: '' }], missed: true }

export const PICTURE: Sample = { id: '', at: 0, width: 0, height: 0, jpeg: '' }

export const SCORE: Sample = { lines: [{ label: '', count: 0, points: 0 }], total: 0 }

const ISSUE: Sample = { impact: '', explanation: '', severity: 0, grounded: '' }

export const EPISODE: Sample = {
  episode: 0,
  treeHash: '',
  parentHash: orNull(''),
  endReason: '',
  reports: [{ mode: '', step: 0, s: 0, c: 0, summary: '', issues: [ISSUE] }],
  alarms: [ALARM_RECORD],
  // what else a referee saw is a matter of the world
  facts: { operatingSeconds: 0 },
  score: SCORE,
  update: { decision: '', patch: [null], tries: [{ refusedBecause: null }], why: '' },
  refusals: [{ command: '', text: '' }],
}
export const EPISODES: Sample = [EPISODE]
