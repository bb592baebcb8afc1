import type { StateOptions } from '#app/run-folder/state-folder.js'
import { resolve } from 'node:path'
import { findStateAsOwner } from '#app/run-folder/state-folder.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { DataDomain } from '#worlds/assemble.js'
import { readDomain } from '#worlds/files/read-domain.js'

/** What every command of the memory is given. */
export interface MemoryOptions extends StateOptions {
  readonly world?: string
}

/** What a command has to say: results on stdout, remarks on stderr. */
export interface Answer {
  readonly lines: readonly string[]
  readonly remarks: readonly string[]
}

/** The state folder whose store has the memory: that of the service, or `.graft` here, which need not exist yet. */
export async function memoryFolder(given: string | undefined): Promise<Result<string, Diagnostic>> {
  const found = await findStateAsOwner(given)
  // orders are carried out without a service, too: what they teach is kept beside the runs
  const isMissing = !found.ok && found.error.code === 'state.missing' && given === undefined
  return isMissing ? ok(resolve('.graft')) : found
}

/** The name that a world has in the store; undefined where none is asked for. */
export async function worldName(
  world: string | undefined,
): Promise<Result<string | undefined, readonly Diagnostic[]>> {
  if (world === undefined) return ok(undefined)
  const read = await readDomain(world)
  return read.ok ? ok(read.value.name) : read
}

/** The world that a lesson is checked against: the one named, or the shipped one of its name, if that is at hand. */
export async function worldOfLesson(
  named: string | undefined,
  world: string,
): Promise<Result<DataDomain | undefined, readonly Diagnostic[]>> {
  const read = await readDomain(named ?? world.replaceAll('_', '-'))
  if (read.ok && read.value.name === world) return read
  return named === undefined ? ok(undefined) : read
}
