import type { DiskStatus } from '#runtime/status/service-status.js'

/** How much of the disk the store may use, and how much it leaves free. */
export interface StoreLimits {
  /** total size of database, pictures and recordings */
  readonly maxBytes: number
  readonly maxAgeDays: number
  /** number of newest failures whose data is kept completely */
  readonly keepFailures: number
  /** recording stops below this many free bytes on the disk */
  readonly lowBytes: number
  /** no new run starts below this many free bytes on the disk */
  readonly fullBytes: number
}

export const STORE_LIMITS: StoreLimits = {
  maxBytes: 20 * 1024 ** 3,
  maxAgeDays: 90,
  keepFailures: 20,
  lowBytes: 1024 ** 3,
  fullBytes: 256 * 1024 ** 2,
}

/** Classifies the free space: recording stops before driving does. */
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
