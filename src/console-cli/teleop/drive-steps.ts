import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { unguarded } from '#app/command-line/terminal-guard.js'
import { withRawKeys } from '#terminal/screen.js'
import { readTypedStep } from '#worlds/robot/teleop-keys.js'
import { isSilence, type Client } from '../client.js'
import { isThing } from '../show/anything.js'
import { sanitizeForTerminal } from '../text/sanitize-for-terminal.js'
import { exitOf, refusalText } from '../text/look.js'
import type { Io } from '#terminal/io.js'
import { PictureAge, WHERE_PICTURES_ARE } from './picture-age.js'
import { StepKeys, type Wanted } from './step-keys.js'

/** A session with the robot of a world: the steps of its keys, and its skills with their parameters. */
export interface StepsBegun {
  readonly session: string
  readonly windowMs: number
  readonly keys: ReadonlyMap<string, string>
  readonly skills: readonly string[]
}

/** Ten signs of life a second, and a step for each key or line, until the end. Silence of either side is a STOP. */
export async function driveSteps(
  client: Client,
  begun: StepsBegun,
  options: { readonly signal: AbortSignal; readonly io: Io; readonly input: NodeJS.ReadStream },
): Promise<ExitCode> {
  const { io, input } = options
  const done = new AbortController()
  const signal = AbortSignal.any([options.signal, done.signal])
  const keys = new StepKeys(begun.keys)
  const operator = new Operator(client, begun, done)
  const say = (text: string): void => void io.err.write(text)
  // in place of the line that shows how it stands; what is said is guarded, what clears the line is ours
  const sayOver = (text: string): void => {
    unguarded(io.err).write('\r\u001B[K')
    say(`${text}\n`)
  }
  const onKey = (typed: string): void => {
    const wanted = keys.press(typed)
    if (wanted === undefined) return
    if (wanted.kind === 'step') return void operator.step(wanted)
    if (wanted.kind === 'interrupt' && operator.code === EXIT.ok) operator.code = EXIT.interrupted
    if (wanted.kind === 'stop') void client.request('stop', {}, { timeoutMs: 2000 })
    done.abort()
  }
  const pictures = new PictureAge(client, signal)
  say(introduction(begun))
  await withRawKeys(input, onKey, async () => {
    while (!signal.aborted) {
      operator.alive()
      for (const line of operator.takeSaid()) sayOver(line)
      const stands = `${operator.state(begun.windowMs)}  ${pictures.text}`.trimEnd()
      const now = keys.line === undefined ? stands : `: ${keys.line}`
      unguarded(io.err).write(`\r${now}\u001B[K`)
      await sleep(WORD_MS, undefined, { signal }).catch(() => undefined)
    }
  }).finally(() => sayOver([...operator.takeSaid(), 'stopped'].join('\n')))
  return operator.code
}

/** What is asked of the service, and what it has said. */
class Operator {
  code: ExitCode = EXIT.ok
  readonly #client: Client
  readonly #session: string
  readonly #done: AbortController
  readonly #example: string
  #said: string[] = []
  #answered = performance.now()
  #waiting = 0
  /** the step that is judged or under way */
  #asked: { readonly text: string; step: number } | undefined

  constructor(client: Client, { session, keys }: StepsBegun, done: AbortController) {
    this.#client = client
    this.#session = session
    this.#done = done
    this.#example = [...keys.values()][0] ?? 'Skill name=value'
  }

  takeSaid(): readonly string[] {
    const said = this.#said
    this.#said = []
    return said
  }

  state(windowMs: number): string {
    const silentMs = performance.now() - this.#answered
    if (silentMs > windowMs) return `no answer for ${(silentMs / 1000).toFixed(1)} s`
    return this.#asked === undefined ? 'ready' : `${this.#asked.text} …`
  }

  /** A key that is held repeats: what it asks for while a step is under way is dropped. A line is answered. */
  async step({ text, isLine }: Extract<Wanted, { kind: 'step' }>): Promise<void> {
    if (this.#asked !== undefined) {
      if (isLine) this.#said.push(`${text}: one step at a time: ${this.#asked.text} is under way`)
      return
    }
    const typed = readTypedStep(text)
    if (typed === undefined)
      return void this.#said.push(
        `${text}: write a skill, then name=value for each parameter, such as ${this.#example}`,
      )
    const asked = (this.#asked = { text, step: 0 })
    const { skill, args: params } = typed
    const answer = await this.#client.request(
      'teleop.step',
      { session: this.#session, skill, params: { ...params } },
      { timeoutMs: STEP_MS },
    )
    const said: unknown = answer.ok ? sanitizeForTerminal(answer.value) : undefined
    if (isThing(said) && typeof said['step'] === 'number') return void (asked.step = said['step'])
    this.#asked = undefined
    if (isThing(said) && typeof said['refused'] === 'string')
      this.#said.push(`${text}: refused: ${said['refused']}`)
    if (!answer.ok) this.#fail(answer.error)
  }

  alive(): void {
    if (this.#waiting >= MOST_WAITING) return
    this.#waiting++
    void this.#client
      .request('teleop.alive', { session: this.#session }, { timeoutMs: 2000 })
      .then((answer) => {
        this.#waiting--
        if (this.#done.signal.aborted) return
        if (!answer.ok) return this.#fail(answer.error)
        this.#answered = performance.now()
        const said: unknown = sanitizeForTerminal(answer.value)
        if (isThing(said) && isThing(said['newest'])) this.#hear(said['newest'])
      })
  }

  #hear({ step, result, text }: Readonly<Record<string, unknown>>): void {
    const asked = this.#asked
    if (asked === undefined || asked.step !== step || result === 'running') return
    this.#asked = undefined
    this.#said.push(`${asked.text}: ${result === 'done' ? 'done' : `${String(result)}: ${String(text)}`}`)
  }

  #fail(error: Parameters<typeof refusalText>[0]): void {
    if (isSilence(error) || error.code === 'console.too-fast') return
    this.#said.push(refusalText(error))
    this.code = exitOf(error)
    this.#done.abort()
  }
}

/** ten signs of life a second */
const WORD_MS = 100
/** signs of life awaiting their answers; more would only arrive late */
const MOST_WAITING = 5
/** longer than a command may take: then the service has said what it thinks of it */
const STEP_MS = 12_000

function introduction({ keys, skills }: StepsBegun): string {
  const all = [...keys].map(([key, text]) => `  ${key}  ${text}`)
  return [
    'driving step by step; space stops and ends, x ends, : begins a line such as Skill name=value',
    ...all,
    `skills: ${skills.join(' · ')}`,
    WHERE_PICTURES_ARE,
    '',
  ].join('\n')
}
