import type { From } from './roles.js'
import type { Checked } from './gate/gate.js'
import type { Limits } from './protocol.js'

export type { Access } from './roles.js'
export type { From } from './roles.js'
export { Gate, type Checked } from './gate/gate.js'
export { Reminder } from './gate/reminder.js'
export { TokenBucket } from './gate/token-bucket.js'
export { PROTOCOL, URGENT, type Limits } from './protocol.js'
export { BUSY, encodeReply } from './reply.js'
export { ROLES, mayActAs, type Role } from './roles.js'

/** What a transport needs of the console's dispatcher. */
export interface ConsolePort {
  readonly limits: Limits
  /** Exactly one reply for each request that the gate has let through. It never throws and never rejects. */
  carryOut(request: Checked, from: From): Uint8Array | Promise<Uint8Array>
  /** a client has gone, or was silent for long: what it holds is let go */
  gone(client: string): void
}
