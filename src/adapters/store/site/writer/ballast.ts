import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from '../layout.js'

/**
 * Bytes that stand for nothing: when the disk is full they go, so that the episode under way can be written
 * down and its commands journalled while somebody makes room.
 */
export function layBallast(layout: Layout, freeBytes: number): void {
  const file = fileOf(layout)
  if (existsSync(file) || freeBytes < 4 * BALLAST_BYTES) return
  try {
    writeFileSync(file, Buffer.alloc(BALLAST_BYTES))
  } catch {
    // no room for it: then there is nothing to give back later
    rmSync(file, { force: true })
  }
}

/** @returns whether there was any */
export function dropBallast(layout: Layout): boolean {
  const file = fileOf(layout)
  if (!existsSync(file)) return false
  rmSync(file, { force: true })
  return true
}

const fileOf = (layout: Layout): string => join(layout.dir, 'ballast')
const BALLAST_BYTES = 4 * 1024 * 1024
