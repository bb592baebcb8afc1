/** A socket that receives messages. */
interface Receiving {
  readonly closed: boolean
  receive(): Promise<Buffer[]>
}

/**
 * Passes messages to `take` until the socket is closed, and calls `turned` at every turn: at each message, and at least
 * once per `receiveTimeout`.
 * @throws errors of the socket or of `take`, except after closing
 */
export async function receiveAll(
  socket: Receiving,
  onMessage: (frames: readonly Buffer[]) => void | Promise<void>,
  turned: () => void,
): Promise<void> {
  for (let count = 1; !socket.closed; count++) {
    const frames = await next(socket)
    if (socket.closed) return
    turned()
    if (frames !== undefined) await onMessage(frames)
    // a flood of messages must not starve the rest of the event loop
    if (count % MAX_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
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

const MAX_A_TURN = 16
