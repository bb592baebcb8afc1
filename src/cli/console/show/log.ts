import type { LogLevel } from '#runtime/status/status-event.js'
import type { Look } from '../text/look.js'
import { clockTime } from '../text/time.js'
import { known, LEVEL_TONE } from './words.js'

export interface LogLine {
  readonly at: number
  readonly level: LogLevel
  readonly source: string
  readonly text: string
}

export function logLine({ at, level, source, text }: LogLine, look: Look): string {
  const tone = look.paint[known(LEVEL_TONE, level) ?? 'bad']
  return `${look.paint.dim(clockTime(at))} ${tone(level.padEnd(5))} ${source}: ${text}`
}
