import type { DiskStatus } from '#runtime/status/service-status.js'

/** How much of the disk the store may take, and how much it leaves to others. */
export interface StoreLimits {
  /** of database, pictures and recordings together */
  readonly maxBytes: number
  readonly maxAgeDays: number
  /** of the newest failures, of which everything is kept */
  readonly keepFailures: number
  /** free bytes of the disk below which recordings stop */
  readonly lowBytes: number
  /** free bytes of the disk below which no new run begins */
  readonly fullBytes: number
}

export const STORE_LIMITS: StoreLimits = {
  maxBytes: 20 * 1024 ** 3,
  maxAgeDays: 90,
  keepFailures: 20,
  lowBytes: 1024 ** 3,
  fullBytes: 256 * 1024 ** 2,
}

/** Recording stops before driving does. */
export function diskState(
  freeBytes: number,
  limits: Pick<StoreLimits, 'lowBytes' | 'fullBytes'>,
): DiskStatus['state'] {
  if (freeBytes < limits.fullBytes) return 'full'
  return freeBytes < limits.lowBytes ? 'low' : 'ok'
}

/** @param now wall clock, milliseconds since the epoch */
export const oldestAllowed = (limits: Pick<StoreLimits, 'maxAgeDays'>, now: number): number =>
  now - limits.maxAgeDays * 24 * 3600 * 1000
