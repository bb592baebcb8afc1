import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { repairFolder } from '#adapters/mcap/repair.js'

/**
 * Gives every recording that a crash left without an end its index, so that it opens. Behind READY: nobody
 * waits for it.
 */
export async function mendRecordings(state: string, tell: (text: string) => void): Promise<void> {
  const root = join(state, 'recordings')
  for (const run of await namesIn(root)) {
    for (const episode of await namesIn(join(root, run))) {
      for (const { path, result } of await repairFolder(join(root, run, episode))) {
        if (!result.ok) tell(`${path} could not be repaired: ${result.error.kind}`)
        else if (result.value.kind === 'repaired')
          tell(`${path} had no end: ${result.value.messages} messages are saved`)
      }
    }
  }
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => [])
