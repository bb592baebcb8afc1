import { pino, type Logger } from 'pino'
import type { LogLevel } from '#runtime/status/status-event.js'
import { Fold, type Folded } from './fold.js'
import { formatFor, stdoutKind, type LogFormat } from './log-format.js'
import { StdoutSink, type Sink } from './stdout-sink.js'

/** The log of the service. Nothing here waits or throws: a log that nobody reads must not hold a robot up. */
export interface Log {
  /** @param source who speaks: `link`, `console`, `camera` … @param fields for machines, beside the text */
  log(level: LogLevel, source: string, text: string, fields?: Readonly<Record<string, unknown>>): void
  /** takes effect at once */
  setLevel(level: LogLevel): void
  readonly level: LogLevel
  /** Writes what was folded and waits until it has left the process, for two seconds at most. */
  flush(): Promise<void>
}

interface Options {
  readonly level: LogLevel
  /** standard output by default */
  readonly sink?: Sink
  /** by default what standard output is: lines for people on a terminal, with priorities under journald, else JSON */
  readonly format?: LogFormat
  /** monotonic milliseconds */
  readonly now?: () => number
}

interface Said {
  readonly level: LogLevel
  readonly source: string
  readonly text: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** journald cuts a line at 48 KiB, in the middle of the JSON */
const LONGEST = 8000
/** how late a count of folded lines may come when nothing else is said */
const LOOK_MS = 15_000

export function openLog(options: Options): Log {
  const { sink = new StdoutSink(), now = () => performance.now(), format = stdoutKind(process.env) } = options
  const logger = loggerTo(sink, format, options.level)
  const fold = new Fold<Said>()
  const write = ({ level, source, text, fields }: Said): void => {
    const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)} … (${text.length} characters)` : text
    try {
      logger[level](fields === undefined ? { source } : { source, data: fields }, '%s', cut)
    } catch {
      // fields that cannot be written down; what was said still can
      logger[level]({ source }, '%s', cut)
    }
  }
  const writeFolded = (folded: readonly Folded<Said>[]): void => {
    for (const { line, times } of folded) write({ ...line, text: `${line.text} (${times} times more)` })
  }
  const timer = setInterval(() => writeFolded(fold.over(now())), LOOK_MS)
  timer.unref()
  return {
    log(level, source, text, fields) {
      if (!logger.isLevelEnabled(level)) return
      const said = { level, source, text, ...(fields === undefined ? {} : { fields }) }
      const decision = fold.say(said, now())
      writeFolded(decision.folded)
      if (decision.write) write(said)
    },
    setLevel(level) {
      logger.level = level
    },
    get level() {
      return logger.level as LogLevel
    },
    async flush() {
      writeFolded(fold.all())
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
      // the journal knows process and host
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}
