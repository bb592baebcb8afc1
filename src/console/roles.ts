/**
 * What a key may do: look, drive, or change what drives. Each role has its own endpoint, because ZeroMQ ties
 * a socket to an allow-list of keys but a message to none.
 */
export const ROLES = ['viewer', 'operator', 'maintainer'] as const
export type Role = (typeof ROLES)[number]

/** A role may do all that those before it may. */
export const mayActAs = (has: Role, needs: Role): boolean => ROLES.indexOf(has) >= ROLES.indexOf(needs)

/** Who sent a message, as far as the transport can vouch for it. */
export interface From {
  /** of the endpoint that it came through: the key was on that endpoint's list */
  readonly role: Role
  /** of the connection, given by the transport: nobody can choose it */
  readonly client: string
}

/**
 * Who could stop the robot through the console now. Whoever lets it move looks at this: a robot that nobody
 * can stop must not go on (docs/adr/0021).
 */
export interface Access {
  /** public keys of the operators and maintainers that can get in now; none: nobody can stop the robot */
  readonly mayStop: readonly string[]
  /** why nobody can; null: somebody can */
  readonly why: string | null
}
