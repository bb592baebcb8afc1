import { clearScreenDown, cursorTo, moveCursor, type Interface } from 'node:readline'
import type { Io } from '#terminal/io.js'
import { URGENT } from '#console/protocol.js'
import type { Reply } from '#app/command-line/question.js'
import { unguarded } from '#app/command-line/terminal-guard.js'
import { terminalLines } from '#app/command-line/terminal-lines.js'
import type { Look } from '../text/look.js'
import { splitLine } from '../words/split-line.js'
import { Backlog } from './backlog.js'
import { complete } from './complete.js'
import type { History } from './history.js'
import type { Knowledge } from './knowledge.js'
import { promptText, type Contact } from './prompt.js'

/** What replaces the prompt. */
export type Next = 'exit' | 'watch' | 'teleop'

export interface ConversationOptions {
  readonly input: NodeJS.ReadStream
  readonly io: Io
  readonly look: Look
  readonly knowledge: Knowledge
  readonly history: History
  readonly isPerson: boolean
}

/** A prompt, the lines typed at it, and the output above it. */
export class Conversation {
  readonly isPerson: boolean
  readonly #options: ConversationOptions
  readonly #lines: Interface
  #prompt = '> '
  #asking = false
  #answer: ((reply: Reply) => void) | undefined
  /** something else replaces the prompt: lines that wait are dropped */
  #closed = false
  /** the person has left, or the script has ended: what was asked is still answered */
  #hasEnded = false
  #gone = (): void => undefined

  constructor(options: ConversationOptions) {
    const { input, io, knowledge, history, isPerson } = options
    this.isPerson = isPerson
    this.#options = options
    this.#lines = terminalLines({
      input,
      ...(isPerson ? { output: unguarded(io.out) as unknown as NodeJS.WritableStream } : {}),
      terminal: isPerson,
      history: history.lines,
      historySize: 500,
      removeHistoryDuplicates: true,
      completer: (line: string) => complete(line, knowledge),
    })
  }

  /** Executes lines in order, a STOP immediately, until one returns what comes next, the input ends or the signal. */
  run(carryOut: (words: readonly string[]) => Promise<Next | undefined>, signal: AbortSignal): Promise<Next> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        if (!this.#closed && !this.#hasEnded) this.#lines.close()
        resolve('exit')
      }
      // who ends it does not wait for an answer that may take seconds
      signal.addEventListener('abort', abort)
      let last: Promise<unknown> = Promise.resolve()
      const { io } = this.#options
      const backlog = this.isPerson
        ? undefined
        : new Backlog([io.out, io.err], (goesOn) => this.#reads(goesOn))
      const action = async (words: readonly string[]): Promise<void> => {
        const next = await carryOut(words)
        if (next === undefined) return this.#draw()
        // the next conversation listens to the same signal
        signal.removeEventListener('abort', abort)
        this.#leave(() => resolve(next))
      }
      this.#lines.on('line', (line) => {
        const words = this.#read(line)
        if (words === undefined) return this.#draw()
        // a command that still waits for its answer must not delay a STOP
        const begun = URGENT.has(words[0] ?? '')
          ? action(words)
          : last.then(() => (this.#closed ? undefined : action(words)))
        backlog?.add()
        last = Promise.all([last, begun.then(() => backlog?.done())])
        last.catch(reject)
      })
      this.#lines.on('SIGINT', () => this.#interrupt())
      this.#gone = () => {
        this.#hasEnded = true
        // whatever had the terminal before goes on in a line of its own
        if (this.isPerson) this.#options.io.out.write('\n')
        this.#answer?.({ kind: 'ended' })
        last.then(() => resolve('exit'), reject)
      }
      this.#lines.on('close', this.#gone)
      this.#draw()
    })
  }

  /** Prints lines above the prompt and keeps the line being typed. */
  say(lines: readonly string[]): void {
    if (lines.length === 0) return
    const { out } = this.#options.io
    const text = lines.map((line) => `${line}\n`).join('')
    if (!this.isPerson || this.#closed || this.#hasEnded) {
      out.write(text)
      return
    }
    const stream = unguarded(out) as unknown as NodeJS.WritableStream
    const { rows } = this.#lines.getCursorPos()
    moveCursor(stream, 0, -rows)
    cursorTo(stream, 0)
    clearScreenDown(stream)
    out.write(text)
    this.#lines.prompt(true)
  }

  /** Shows the robot's state in the prompt. */
  show(contact: Contact): void {
    const text = promptText(contact, this.#options.look)
    if (text === this.#prompt) return
    this.#prompt = text
    if (!this.#asking) this.#draw()
  }

  /** Asks a question in place of the prompt. A STOP given as the answer is executed. */
  async ask(text: string): Promise<Reply> {
    if (this.#closed || this.#hasEnded) return { kind: 'ended' }
    this.#asking = true
    const withdrawn = new AbortController()
    const reply = await new Promise<Reply>((resolve) => {
      this.#answer = resolve
      this.#lines.question(text, { signal: withdrawn.signal }, (said) =>
        resolve({ kind: 'said', text: said }),
      )
    })
    this.#answer = undefined
    // without this the next line would answer a question that nobody waits for
    if (reply.kind === 'interrupted') withdrawn.abort()
    this.#asking = false
    if (reply.kind === 'said' && URGENT.has(reply.text.trim())) this.#lines.emit('line', reply.text)
    return reply
  }

  /** Ctrl-C: withdraws from a question, or clears what is typed, or leaves. */
  #interrupt(): void {
    if (this.#answer !== undefined) this.#answer({ kind: 'interrupted' })
    else if (this.#lines.line === '') this.#lines.close()
    else for (const name of ['e', 'u']) this.#lines.write(null as never, { ctrl: true, name })
  }

  /** Node.js refuses both once the lines are closed. */
  #reads(goesOn: boolean): void {
    if (this.#closed || this.#hasEnded) return
    if (goesOn) this.#lines.resume()
    else this.#lines.pause()
  }

  #read(line: string): readonly string[] | undefined {
    const split = splitLine(line)
    if (!split.ok) {
      this.say([split.error])
      return undefined
    }
    const problem = this.isPerson ? this.#options.history.add(line) : undefined
    if (problem !== undefined) this.say([problem])
    const [first] = split.value
    return first === undefined || first.startsWith('#') ? undefined : split.value
  }

  #draw(): void {
    if (!this.isPerson || this.#closed || this.#hasEnded || this.#asking) return
    this.#lines.setPrompt(this.#prompt)
    this.#lines.prompt(true)
  }

  #leave(then: () => void): void {
    this.#closed = true
    // remove only our listener: readline needs its own to stop reading, and so echoing, the keys
    this.#lines.off('close', this.#gone)
    this.#lines.close()
    then()
  }
}
