import type { Role } from './roles.js'

/** Who sent a message, as far as the transport can vouch for it. */
export interface From {
  /** of the endpoint that it came through: the key was on that endpoint's list */
  readonly role: Role
  /** of the connection, given by the transport: nobody can choose it */
  readonly client: string
}
