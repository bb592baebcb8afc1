import { pino, type Logger } from 'pino'
import type { LogLevel } from '#runtime/status/status-event.js'
import { LogDeduplicator, type Repeated } from './log-deduplicator.js'
import { formatFor, stdoutKind, type LogFormat } from './log-format.js'
import { StdoutSink, type Sink } from './stdout-sink.js'

/** The log of the service. Nothing here blocks or throws: a log that nobody reads must not stop the robot. */
export interface Log {
  /**
   * @param source component: `link`, `console`, `camera` … @param fields machine-readable data in addition to the text
   */
  log(level: LogLevel, source: string, text: string, fields?: Readonly<Record<string, unknown>>): void
  /** takes effect at once */
  setLevel(level: LogLevel): void
  readonly level: LogLevel
  /** Writes the counts of repeated lines and waits, for at most two seconds, until they have left the process. */
  flush(): Promise<void>
}

interface Options {
  readonly level: LogLevel
  /** default: standard output */
  readonly sink?: Sink
  /**
   * default by kind of standard output: human-readable on a terminal, with priorities under journald, otherwise JSON
   */
  readonly format?: LogFormat
  /** monotonic milliseconds */
  readonly now?: () => number
}

interface LogEntry {
  readonly level: LogLevel
  readonly source: string
  readonly text: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** characters; journald would cut the JSON of a line at 48 KiB */
const MAX_LENGTH = 8000
/** maximum delay of such a count when nothing else is logged */
const CHECK_MS = 15_000

export function openLog(options: Options): Log {
  const { sink = new StdoutSink(), now = () => performance.now(), format = stdoutKind(process.env) } = options
  const logger = loggerTo(sink, format, options.level)
  const deduplicator = new LogDeduplicator<LogEntry>()
  const write = ({ level, source, text, fields }: LogEntry): void => {
    const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} … (${text.length} characters)` : text
    try {
      logger[level](fields === undefined ? { source } : { source, data: fields }, '%s', cut)
    } catch {
      // the fields cannot be serialised; log the text without them
      logger[level]({ source }, '%s', cut)
    }
  }
  const writeRepeated = (repeated: readonly Repeated<LogEntry>[]): void => {
    for (const { line, times } of repeated) write({ ...line, text: `${line.text} (${times} times more)` })
  }
  const timer = setInterval(() => writeRepeated(deduplicator.expired(now())), CHECK_MS)
  timer.unref()
  return {
    log(level, source, text, fields) {
      if (!logger.isLevelEnabled(level)) return
      const entry = { level, source, text, ...(fields === undefined ? {} : { fields }) }
      const decision = deduplicator.add(entry, now())
      writeRepeated(decision.repeated)
      if (decision.write) write(entry)
    },
    setLevel(level) {
      logger.level = level
    },
    get level() {
      return logger.level as LogLevel
    },
    async flush() {
      writeRepeated(deduplicator.all())
      await sink.flush()
    },
  }
}

function loggerTo(sink: Sink, format: LogFormat, level: LogLevel): Logger {
  const asLine = formatFor(format)
  const destination = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write(json: string): void {
      sink.write(asLine(json, destination.lastLevel))
    },
  }
  return pino(
    {
      level,
      // the journal adds process and host
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}
