import { withRawKeys } from '#terminal/screen.js'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { question, type Reply } from '#app/command-line/question.js'
import { unguarded } from '#app/command-line/terminal-guard.js'
import { armTwice } from '../arm.js'
import { isSilence, type Client } from '../client.js'
import { exitOf, refusalText, lookOf } from '../text/look.js'
import { isThing } from '../show/anything.js'
import { sanitizeForTerminal } from '../text/sanitize-for-terminal.js'
import { driveLine } from './drive-line.js'
import { driveSteps, type StepsBegun } from './drive-steps.js'
import { PictureAge, WHERE_PICTURES_ARE } from './picture-age.js'
import { HeldKeys } from './held-keys.js'
import { CTRL_C } from './step-keys.js'

export interface TeleopOptions {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly io: Io
  readonly input: NodeJS.ReadStream
  /** confirm without asking */
  readonly yes: boolean
}

interface Begun {
  readonly session: string
  readonly windowMs: number
  readonly speed: number
  /** in a world; undefined for a base, which takes setpoints */
  readonly steps: Pick<StepsBegun, 'keys' | 'skills'> | undefined
}

/** `teleop`: begin, arm, confirm, then setpoints or steps until the end. Silence of either side is a STOP. */
export async function runTeleop(client: Client, options: TeleopOptions): Promise<ExitCode> {
  const { io, input, timeoutMs, yes, signal } = options
  if (!input.isTTY) {
    io.err.write('teleop needs a terminal: it listens to keys\n')
    return EXIT.usage
  }
  const begun = await client.request('teleop.begin', {}, { timeoutMs })
  if (!begun.ok) {
    io.err.write(`${refusalText(begun.error)}\n`)
    return exitOf(begun.error)
  }
  const session = sessionOf(begun.value)
  const ask = (text: string): Promise<Reply> => question(text, { input, signal })
  try {
    const asked = { json: false, yes, timeoutMs, question: ask }
    const armed = await armTwice(client, asked, { ...io, out: io.err })
    if (armed !== EXIT.ok) return armed
    return await (session.steps === undefined
      ? drive(client, session, options)
      : driveSteps(client, { ...session, ...session.steps }, options))
  } finally {
    // however it ended: the service must not keep waiting
    await client.request('teleop.end', { session: session.session }, { timeoutMs })
  }
}

async function drive(
  client: Client,
  { session, windowMs, speed }: Begun,
  options: TeleopOptions,
): Promise<ExitCode> {
  const { io, input } = options
  const done = new AbortController()
  const signal = AbortSignal.any([options.signal, done.signal])
  const keys = new HeldKeys()
  const look = lookOf(io.err, io.env)
  const pictures = new PictureAge(client, signal)
  let [answered, refused]: [number, string | undefined] = [performance.now(), undefined]
  let [waiting, code]: [number, ExitCode] = [0, EXIT.ok]

  const onKey = (key: string): void => {
    if (key.includes(CTRL_C)) done.abort(CTRL_C)
    else if (ENDS.has(key)) done.abort()
    // a burst of repeats arrives as one chunk
    else if (!keys.press(key, performance.now())) keys.press(key.slice(-1), performance.now())
  }
  const word = async (): Promise<void> => {
    const setpoint = keys.setpoint(speed, performance.now())
    waiting++
    const answer = await client.request('teleop.drive', { session, ...setpoint }, { timeoutMs: 2000 })
    waiting--
    if (signal.aborted) return
    if (answer.ok) {
      answered = performance.now()
      const said: unknown = sanitizeForTerminal(answer.value)
      refused = isThing(said) && typeof said['refused'] === 'string' ? said['refused'] : undefined
    } else if (!isSilence(answer.error) && answer.error.code !== 'console.too-fast') {
      io.err.write(`\n${refusalText(answer.error)}\n`)
      code = exitOf(answer.error)
      done.abort()
    }
  }

  io.err.write(introduction(speed))
  await withRawKeys(input, onKey, async () => {
    while (!signal.aborted) {
      if (waiting < MOST_WAITING) void word()
      const setpoint = keys.setpoint(speed, performance.now())
      const silentMs = performance.now() - answered
      const state = { setpoint, windowMs, silentMs, refused, picture: pictures.text }
      unguarded(io.err).write(`\r${driveLine(state, look)}\u001B[K`)
      await sleep(WORD_MS, undefined, { signal }).catch(() => undefined)
    }
  }).finally(() => io.err.write('\nstopped\n'))
  return code === EXIT.ok && done.signal.reason === CTRL_C ? EXIT.interrupted : code
}

const introduction = (speed: number): string =>
  `driving at ${speed} m/s: w a s d or arrows drive, q e turn, space stops, x ends\n${WHERE_PICTURES_ARE}\n`

/** ten setpoints per second */
const WORD_MS = 100
/** setpoints awaiting their answers; more would only arrive late */
const MOST_WAITING = 5
const ENDS: ReadonlySet<string> = new Set(['x', '\u001B'])

function sessionOf(answer: unknown): Begun {
  const said: unknown = sanitizeForTerminal(answer)
  const { session, windowMs, speed, keys, skills } = isThing(said) ? said : {}
  return {
    session: typeof session === 'string' ? session : '',
    windowMs: typeof windowMs === 'number' ? windowMs : 500,
    speed: typeof speed === 'number' ? Math.min(0.3, Math.max(0.01, speed)) : 0.1,
    steps: isThing(keys)
      ? {
          keys: new Map(Object.entries(keys).map(([key, text]) => [key, String(text)])),
          skills: Array.isArray(skills) ? skills.map(String) : [],
        }
      : undefined,
  }
}
