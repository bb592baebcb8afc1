import type { Rng } from '#base/random.js'
import { LinkSession } from '#link/link-session.js'
import { nonZeroWord } from '#app/connections/virtual-connection.js'
import type { Rig } from './rig.js'

/**
 * Another program on the same port: a session of its own that says Hello and keeps its heartbeat up, and
 * hears nothing.
 */
export function takeOver(rig: Rig, rng: Rng): void {
  const other = new LinkSession({ clock: rig.clock, sessionId: nonZeroWord(rng.next()) })
  rig.everyMs.push(() => {
    other.allowHeartbeat()
    other.poll()
    const bytes = other.takeBytes()
    if (bytes.length > 0 && rig.robot.stream.open) rig.intrude(bytes)
  })
}
