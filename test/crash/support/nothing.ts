import { treeHash } from '#bt/xml/write.js'
import { FIRST } from './mission.js'
import type { Recovered } from './subject.js'

/** Nothing was begun: the next start begins anew. */
export const NOTHING: Recovered = {
  refused: undefined,
  run: undefined,
  issued: [],
  episodes: [],
  trees: new Set(),
  frames: new Map(),
  trials: new Map(),
  boots: treeHash(FIRST),
  corrupt: [],
  goOn: () => Promise.resolve({ sent: [], episodes: 0 }),
  close: () => undefined,
}
