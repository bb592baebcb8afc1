import { Subscriber } from 'zeromq'
import type { News, NewsKind } from '../../runtime/station/news.js'
import { clientSocket } from './client-socket.js'
import type { ClientKey } from './key-files.js'

/** News as they come, until `signal` is aborted. Reconnects by itself, also when the key is let in later. */
export async function* listenForNews(
  address: string,
  key: ClientKey,
  kinds: readonly NewsKind[] | undefined,
  signal: AbortSignal,
): AsyncGenerator<News, void, undefined> {
  while (!signal.aborted) {
    const socket = new Subscriber({ ...clientSocket(address, key), receiveHighWaterMark: 1000 })
    const close = (): void => socket.close()
    signal.addEventListener('abort', close, { once: true })
    // a socket that was refused once does not try again
    socket.events.on('handshake:error:auth', close)
    if (kinds === undefined) socket.subscribe()
    else socket.subscribe(...kinds)
    socket.connect(address)
    try {
      for await (const frames of socket) {
        const news = read(frames)
        // a subscription is a prefix: `alarm` brings `alarm-acknowledged` too
        if (news !== undefined && (kinds === undefined || kinds.includes(news.kind))) yield news
      }
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

function read(frames: readonly Buffer[]): News | undefined {
  try {
    return JSON.parse(String(frames[1])) as News
  } catch {
    return undefined
  }
}

const AGAIN_MS = 1000
