/** A snapshot of the size of a running robot's: a tree of 60 nodes, 20 facts, 10 alarms. */
export const PARTS = {
  robot: { body: 'virtual', pace: 'real', device: null },
  mode: 'RUNNING',
  activity: 'running',
  armedBy: 'anna',
  run: {
    key: 'F1-s1-1a2b3c4d', field: 'F1', seed: 1, episode: 3, episodes: 10, unit: 'Load zone 3', t: 41_200, scoreSoFar: 30,
    scores: [-33, 27], endReasons: ['tree-success', 'tree-success'],
  },
  tree: {
    hash: 'a'.repeat(64),
    name: 'policy',
    nodes: Array.from({ length: 60 }, (_, i) => ({
      path: `policy/trip::${i % 6}/load::${i}`, depth: 1 + (i % 4), label: `MoveToZone zone=${i % 9}`, kind: 'action', status: 'IDLE',
    })),
  },
  facts: Array.from({ length: 20 }, (_, i) => ({ subject: `zone ${i}`, text: 'loading: red blue · ·' })),
  blackboard: Array.from({ length: 10 }, (_, i) => ({ key: `zone${i}`, value: String(i) })),
  link: { status: 'up', device: '/dev/graft-stm32', silentMs: 12, counters: null },
  camera: { source: 'simulated', state: 'ok', ageMs: 40, frames: 1234, restarts: 0, text: '' },
  models: [],
  alarms: Array.from({ length: 10 }, (_, i) => ({
    id: `F1-s1-1a2b3c4d/2/${i}`, at: 0, run: 'F1-s1-1a2b3c4d', episode: 2, record: { text: 'a block lies ' +
'on its side beside the shelf' },
    acknowledged: null,
  })),
  health: Array.from({ length: 7 }, (_, i) => ({ id: `row${i}`, state: 'ok', critical: true, ageMs: 12, deadlineMs: 1000, text: '' })),
  policy: null,
  disk: { freeBytes: 1e10, usedBytes: 1e9, state: 'ok' },
} // prettier-ignore
