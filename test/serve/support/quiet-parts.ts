import type { StationParts } from '../../../src/runtime/station/station.js'

/** A station that has nothing to show. */
export const quietParts = (): StationParts => ({
  robot: { body: 'virtual', pace: 'fast', device: null },
  mode: 'SAFE',
  activity: 'idle',
  armedBy: null,
  run: null,
  tree: null,
  facts: [],
  blackboard: [],
  link: { status: 'none', device: null, silentMs: null, counters: null },
  camera: { source: 'auto', state: 'off', ageMs: null, frames: 0, restarts: 0, text: '' },
  models: [],
  alarms: [],
  health: [],
  policy: null,
  disk: null,
})
