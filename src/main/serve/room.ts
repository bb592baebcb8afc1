import type { Station } from '../../runtime/station/station.js'
import type { WireWish } from '../tap/episode-wires.js'

/** Is there room for recordings? They end before driving does, and a full disk is no better than a low one. */
export function mayRecord(station: Station): boolean {
  const { disk } = station.snapshot()
  return disk === null || disk.state === 'ok'
}

/** The wire is kept while there is room, and who looks on is told when it ends. */
export const wireWhile = (station: Station): WireWish => ({
  mayRecord: () => mayRecord(station),
  tell: (text) => station.tell({ kind: 'log', level: 'warn', source: 'wire', text }),
})
