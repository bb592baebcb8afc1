import { fstatSync } from 'node:fs'
import { visible } from '#base/visible.js'

/** Line format: `json` for files and pipes, `journal` with the priority as prefix, `human` on a terminal. */
export type LogFormat = 'json' | 'journal' | 'human'

/**
 * @param env JOURNAL_STREAM identifies the journal's stream by device and inode, because standard output may be
 * redirected
 */
export function stdoutKind(env: NodeJS.ProcessEnv, descriptor = 1): LogFormat {
  try {
    const { dev, ino } = fstatSync(descriptor)
    if (env['JOURNAL_STREAM'] === `${dev}:${ino}`) return 'journal'
  } catch {
    return 'json'
  }
  return process.stdout.isTTY ? 'human' : 'json'
}

/**
 * @returns a function that turns pino's JSON line and its level number into the line to write. The result contains no
 *   terminal control sequences, and JSON keeps its meaning
 */
export function formatFor(format: LogFormat): (json: string, level: number) => string {
  switch (format) {
    case 'json':
      return visible
    case 'journal':
      return (json, level) => `<${priorityOf(level)}>${visible(json)}`
    case 'human':
      return forPeople
  }
}

/** Priorities of syslog(3): 2 critical, 3 error, 4 warning, 6 info, 7 debug. */
function priorityOf(level: number): number {
  if (level >= 60) return 2
  if (level >= 50) return 3
  if (level >= 40) return 4
  return level >= 30 ? 6 : 7
}

interface Written {
  readonly time: string
  readonly level: string
  readonly source: string
  readonly msg: string
  readonly data?: unknown
}

function forPeople(json: string): string {
  const { time, level, source, msg, data } = JSON.parse(json) as Written
  const more = data === undefined ? '' : `  ${JSON.stringify(data)}`
  return `${time.slice(11, 23)} ${level.padEnd(5)} ${source}: ${harmless(msg)}${harmless(more)}\n`
}

/** Makes any text from a device or model a single, harmless line. */
const harmless = (text: string): string => visible(text.replace(/[\r\n\t]+/g, ' '))
