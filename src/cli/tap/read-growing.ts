import { setTimeout as sleep } from 'node:timers/promises'
import { openRegular } from '#documents/read-regular.js'

const PORTION = 65_536
/** polling period for a growing file, ms */
const LOOK_MS = 100

/**
 * Reads a file in chunks, to its end; with `follow` indefinitely, until `signal` aborts or the reader stops. A yielded
 * chunk is only valid until the next step.
 */
export async function* readGrowing(
  path: string,
  follow: boolean,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const file = await openRegular(path)
  try {
    const buffer = new Uint8Array(PORTION)
    for (let at = 0; !signal.aborted;) {
      const { bytesRead } = await file.read(buffer, 0, PORTION, at)
      at += bytesRead
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      else if (!follow) return
      else await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    await file.close()
  }
}
