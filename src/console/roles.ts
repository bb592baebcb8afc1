/**
 * What a key may do: look, drive, or change what drives. Each role has its own endpoint, because ZeroMQ ties
 * a socket to an allow-list of keys but a message to none.
 */
export const ROLES = ['viewer', 'operator', 'maintainer'] as const
export type Role = (typeof ROLES)[number]

/** A role may do all that those before it may. */
export const mayActAs = (has: Role, needs: Role): boolean => ROLES.indexOf(has) >= ROLES.indexOf(needs)
