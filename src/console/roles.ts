/**
 * What a key may do: observe, drive, or change what drives. Each role has its own endpoint, because ZeroMQ ties an
 * allow-list of keys to a socket but not to a message.
 */
export const ROLES = ['viewer', 'operator', 'maintainer'] as const
export type Role = (typeof ROLES)[number]

/** A role may do everything that the roles before it may. */
export const mayActAs = (has: Role, needs: Role): boolean => ROLES.indexOf(has) >= ROLES.indexOf(needs)

/** Who sent a message, as far as the transport can vouch for it. */
export interface Sender {
  /** role of the endpoint that it came through: the key was on that endpoint's list */
  readonly role: Role
  /** id of the connection, assigned by the transport: no client can choose it */
  readonly client: string
}

/**
 * Who can stop the robot through the console now. Whatever lets the robot move checks this: a robot that nobody can
 * stop must not keep going (docs/adr/0021).
 */
export interface Access {
  /** public keys of the operators and maintainers that can connect now; if empty, nobody can stop the robot */
  readonly mayStop: readonly string[]
  /** why nobody can; null if somebody can */
  readonly why: string | null
}
