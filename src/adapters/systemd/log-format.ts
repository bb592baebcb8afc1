import { fstatSync } from 'node:fs'
import { visible } from '#base/visible.js'

/** How a line looks: `json` for files and pipes, `journal` with its priority in front, `human` on a terminal. */
export type LogFormat = 'json' | 'journal' | 'human'

/** @param env JOURNAL_STREAM names the journal's stream by device and inode, since standard output may go elsewhere */
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
 * @returns makes the line to write of pino's JSON line and of its level's number: nothing in it moves a
 *   terminal that shows it, and JSON means the same as before
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

/** Of syslog(3): 2 critical, 3 error, 4 warning, 6 information, 7 debugging. */
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

/** One line, whatever a device or a model says. */
const harmless = (text: string): string => visible(text.replace(/[\r\n\t]+/g, ' '))
