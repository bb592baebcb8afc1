import type { Role } from './roles.js'

export { PROTOCOL } from './protocol.js'
export { ROLES, mayActAs, type Role } from './roles.js'

/** Who sent a message, as far as the transport can vouch for it. */
export interface From {
  /** of the endpoint that it came through: the key was on that endpoint's list */
  readonly role: Role
  /** of the connection, given by the transport: nobody can choose it */
  readonly client: string
}

/** What a transport needs of the console's desk. */
export interface ConsolePort {
  /** Exactly one reply for each message. It never throws and never rejects. */
  answer(message: Uint8Array, from: From): Uint8Array | Promise<Uint8Array>
  /** forgets clients that were silent for long; call it about once a second */
  sweep(): void
  /** all clients of an endpoint have gone, because it was closed */
  closed(role: Role): void
  /** longest message that is read, bytes: the transport refuses longer ones unread */
  longest(role: Role): number
}
