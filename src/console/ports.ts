import type { Sender } from './roles.js'
import type { CheckedRequest } from './gate/gate.js'
import type { Limits } from './protocol.js'

export { Gate, type CheckedRequest } from './gate/gate.js'
export { ThrottledReporter } from './gate/throttled-reporter.js'
export { TokenBucket } from './gate/token-bucket.js'
export { PROTOCOL, URGENT, type Limits } from './protocol.js'
export { BUSY, encodeReply } from './reply.js'
export { UNANSWERED } from './unanswered.js'
export { ROLES, mayActAs, type Access, type Role, type Sender } from './roles.js'

/** What a transport needs from the console's dispatcher. */
export interface ConsolePort {
  readonly limits: Limits
  /** Gives exactly one reply to each request that passed the gate. Never throws and never rejects. */
  handle(request: CheckedRequest, from: Sender): Uint8Array | Promise<Uint8Array>
  /** releases what a client holds after it disconnected or was silent too long */
  releaseClient(client: string): void
}
