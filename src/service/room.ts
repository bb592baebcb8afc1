import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { WireRecording } from '#app/run-folder/episode-wires.js'

/** Is there room for recordings? They end before driving does, and a full disk is no better than a low one. */
export function mayRecord(statusPublisher: StatusPublisher): boolean {
  const { disk } = statusPublisher.status()
  return disk === null || disk.state === 'ok'
}

/** The wire is kept while there is room, and who looks on is told when it ends. */
export const wireWhile = (statusPublisher: StatusPublisher): WireRecording => ({
  mayRecord: () => mayRecord(statusPublisher),
  tell: (text) => statusPublisher.tell({ kind: 'log', level: 'warn', source: 'wire', text }),
})
