/** A socket that messages come in at. */
interface Receiving {
  readonly closed: boolean
  receive(): Promise<Buffer[]>
}

/**
 * Hands on what comes in until the socket is closed, and rings at every turn: at each message, and at least
 * as often as the socket's `receiveTimeout` says.
 * @throws what the socket or `take` throws; not when it was closed
 */
export async function receiveAll(
  socket: Receiving,
  take: (frames: readonly Buffer[]) => void | Promise<void>,
  turned: () => void,
): Promise<void> {
  for (let count = 1; !socket.closed; count++) {
    const frames = await next(socket)
    if (socket.closed) return
    turned()
    if (frames !== undefined) await take(frames)
    // whoever floods the socket must not keep the event loop from its other work
    if (count % MOST_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

async function next(socket: Receiving): Promise<readonly Buffer[] | undefined> {
  try {
    return await socket.receive()
  } catch (error) {
    if (socket.closed) return undefined
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined
    throw error
  }
}

const MOST_A_TURN = 16
