import type { RobotConnection } from '#runtime/robot-connection.js'

/** The same robot, whose laser scanner sends nothing from a moment on. */
export function silentFrom(ms: number, body: RobotConnection): RobotConnection {
  const { scanner, clock } = body
  if (scanner === undefined) throw new Error('this robot has no scanner')
  const read: typeof scanner.read = () => {
    const heard = scanner.read()
    return clock.now() < ms ? heard : { ...heard, bytes: new Uint8Array(0) }
  }
  return { ...body, scanner: { model: scanner.model, read } }
}
