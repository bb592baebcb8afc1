import { randomBytes } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolders } from '#adapters/files/make-folders.js'
import { asOwner, ownerOf } from '#adapters/files/owner.js'
import { readTrustedText } from '#documents/read-regular.js'

/** lines kept */
const MOST = 500
const LONGEST = 2000

/** The command history across sessions, newest first, as Node.js's readline expects. Readable by its owner only. */
export class History {
  readonly #file: string
  #lines: readonly string[]
  #failed = false

  /** @param file need not exist */
  constructor(file: string) {
    this.#file = file
    this.#lines = read(file)
  }

  get lines(): string[] {
    return [...this.#lines]
  }

  /** Stores a line. @returns on the first failure, why it could not be stored */
  add(line: string): string | undefined {
    const text = line.trim()
    // a used token is worthless, and should not be left in a file
    if (text === '' || text.startsWith('confirm') || text.length > LONGEST) return undefined
    this.#lines = [text, ...this.#lines.filter((other) => other !== text)].slice(0, MOST)
    try {
      write(this.#file, [...this.#lines].reverse())
    } catch (cause) {
      if (this.#failed) return undefined
      this.#failed = true
      return `the history cannot be saved: ${cause instanceof Error ? cause.message : String(cause)}`
    }
    return undefined
  }
}

export function historyFile(env: Readonly<Record<string, string | undefined>>): string {
  const state = env['XDG_STATE_HOME'] ?? ''
  return join(
    state === '' ? join(env['HOME'] ?? homedir(), '.local', 'state') : state,
    'graft',
    'console-history',
  )
}

function read(file: string): string[] {
  try {
    return withOwnersRights(file, () => readTrustedText(file))
      .split('\n')
      .filter((line) => line !== '' && line.length <= LONGEST)
      .slice(-MOST)
      .reverse()
  } catch {
    return []
  }
}

/** Writes atomically: two concurrent consoles may lose each other's lines, but never the file. */
function write(file: string, lines: readonly string[]): void {
  const part = `${file}.${randomBytes(6).toString('hex')}`
  withOwnersRights(file, () => {
    makeFolders(dirname(file), 0o700)
    writeFileSync(part, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(part, file)
  })
}

/** Root with another user's HOME (sudo -E) may meet symbolic links that this user placed there. */
function withOwnersRights<T>(file: string, action: () => T): T {
  const owner = ownerOf(file)
  if (!owner.ok) throw new Error(owner.error.message)
  return asOwner(owner.value, action)
}
