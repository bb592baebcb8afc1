import { Subscriber } from 'zeromq'
import type { StatusEvent, StatusEventKind } from '#runtime/status/status-event.js'
import { clientSocket, REFUSED, restMs } from './client-socket.js'
import type { ClientKey } from './key-files.js'

/** Yields events until `signal` is aborted. Reconnects automatically, even if the key is only accepted later. */
export async function* listenForEvents(
  address: string,
  key: ClientKey,
  kinds: readonly StatusEventKind[] | undefined,
  signal: AbortSignal,
): AsyncGenerator<StatusEvent, void, undefined> {
  for (let refusals = 1; !signal.aborted; refusals++) {
    const socket = new Subscriber({ ...clientSocket(address, key), receiveHighWaterMark: 1000 })
    const close = (): void => socket.close()
    signal.addEventListener('abort', close, { once: true })
    socket.events.on('handshake', () => (refusals = 0))
    for (const event of ['handshake:error:auth', ...REFUSED] as const) socket.events.on(event, close)
    if (kinds === undefined) socket.subscribe()
    else socket.subscribe(...kinds)
    socket.connect(address)
    try {
      for await (const frames of socket) {
        const statusEvent = read(frames)
        // a subscription is a prefix: `alarm` also matches `alarm-acknowledged`
        if (statusEvent !== undefined && (kinds === undefined || kinds.includes(statusEvent.kind)))
          yield statusEvent
      }
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, restMs(refusals)))
  }
}

function read(frames: readonly Buffer[]): StatusEvent | undefined {
  try {
    return JSON.parse(String(frames[1])) as StatusEvent
  } catch {
    return undefined
  }
}
