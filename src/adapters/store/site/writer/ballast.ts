import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from '../layout.js'

/**
 * Reserves space with a dummy file. It is deleted when the disk is full, so that the current episode and its commands
 * can still be written while somebody frees space.
 */
export function reserveBallast(layout: Layout, freeBytes: number): void {
  const file = fileOf(layout)
  if (existsSync(file) || freeBytes < 4 * BALLAST_BYTES) return
  try {
    writeFileSync(file, Buffer.alloc(BALLAST_BYTES))
  } catch {
    // no space for it: then there is none to release later
    rmSync(file, { force: true })
  }
}

/** @returns whether there was a ballast file */
export function releaseBallast(layout: Layout): boolean {
  const file = fileOf(layout)
  if (!existsSync(file)) return false
  rmSync(file, { force: true })
  return true
}

const fileOf = (layout: Layout): string => join(layout.dir, 'ballast')
const BALLAST_BYTES = 4 * 1024 * 1024
