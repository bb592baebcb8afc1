import { readFileSync } from 'node:fs'

/** Resident memory of a process while it was looked at, MB. */
export interface Resident {
  readonly before: number
  readonly peak: number
  readonly after: number
}

/** Looks at processes again and again. @returns ends it, and says what it saw */
export function watchMemory<K extends string>(
  pids: Readonly<Record<K, () => number | undefined>>,
): () => Readonly<Record<K, Resident>> {
  const names = Object.keys(pids) as K[]
  const seen = new Map<K, Resident>()
  const look = (): void => {
    for (const name of names) {
      const now = residentOf(pids[name]())
      if (now === undefined) continue
      const { before = now, peak = now } = seen.get(name) ?? {}
      seen.set(name, { before, peak: Math.max(peak, now), after: now })
    }
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    look()
    return Object.fromEntries(names.map((name) => [name, seen.get(name)])) as Record<K, Resident>
  }
}

function residentOf(pid: number | undefined): number | undefined {
  try {
    const pages = readFileSync(`/proc/${pid ?? 0}/statm`, 'utf8').split(' ')[1]
    return (Number(pages) * PAGE) / 1e6
  } catch {
    return undefined
  }
}

const LOOK_MS = 50
const PAGE = 4096
