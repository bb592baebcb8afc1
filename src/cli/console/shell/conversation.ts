import { clearScreenDown, createInterface, cursorTo, moveCursor, type Interface } from 'node:readline'
import type { Io } from '#cli/bt/output/io.js'
import { unguarded } from '#app/command-line/terminal-guard.js'
import type { Look } from '../text/look.js'
import { splitLine } from '../words/split-line.js'
import { complete } from './complete.js'
import type { History } from './history.js'
import type { Knowledge } from './knowledge.js'
import { promptText, type Contact } from './prompt.js'

/** What comes instead of the prompt. */
export type Next = 'exit' | 'watch' | 'teleop'

export interface ConversationOptions {
  readonly input: NodeJS.ReadStream
  readonly io: Io
  readonly look: Look
  readonly knowledge: Knowledge
  readonly history: History
  readonly isPerson: boolean
}

/** A prompt, the lines that are typed at it, and what is said above it. */
export class Conversation {
  readonly isPerson: boolean
  readonly #options: ConversationOptions
  readonly #lines: Interface
  #prompt = '> '
  #asking = false
  #answers: ((text: string) => void)[] = []
  #closed = false
  #gone = (): void => undefined

  constructor(options: ConversationOptions) {
    const { input, io, knowledge, history, isPerson } = options
    this.isPerson = isPerson
    this.#options = options
    this.#lines = createInterface({
      input,
      ...(isPerson ? { output: unguarded(io.out) as unknown as NodeJS.WritableStream } : {}),
      terminal: isPerson,
      history: history.lines,
      historySize: 500,
      removeHistoryDuplicates: true,
      completer: (line: string) => complete(line, knowledge),
    })
  }

  /** Carries lines out, one after the other, but a STOP at once; until one says what comes next, or nothing is left. */
  run(carryOut: (words: readonly string[]) => Promise<Next | undefined>): Promise<Next> {
    return new Promise((resolve, reject) => {
      let last: Promise<unknown> = Promise.resolve()
      const action = async (words: readonly string[]): Promise<void> => {
        const next = await carryOut(words)
        if (next !== undefined) this.#leave(() => resolve(next))
        else this.#draw()
      }
      this.#lines.on('line', (line) => {
        const words = this.#read(line)
        if (words === undefined) return this.#draw()
        // nothing that still waits for its answer may hold up a STOP
        const begun = URGENT.has(words[0] ?? '')
          ? action(words)
          : last.then(() => (this.#closed ? undefined : action(words)))
        last = Promise.all([last, begun])
        last.catch(reject)
      })
      this.#lines.on('SIGINT', () => this.#lines.close())
      this.#gone = () => {
        for (const answer of this.#answers.splice(0)) answer('')
        last.then(() => resolve('exit'), reject)
      }
      this.#lines.on('close', this.#gone)
      this.#draw()
    })
  }

  /** Lines above the prompt; what is being typed stays. */
  say(lines: readonly string[]): void {
    if (lines.length === 0) return
    const { out } = this.#options.io
    const text = lines.map((line) => `${line}\n`).join('')
    if (!this.isPerson || this.#closed) {
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

  /** Shows in the prompt what the robot does. */
  show(contact: Contact): void {
    const text = promptText(contact, this.#options.look)
    if (text === this.#prompt) return
    this.#prompt = text
    if (!this.#asking) this.#draw()
  }

  /** A question instead of the prompt. A STOP for an answer is one. */
  async ask(text: string): Promise<string> {
    if (this.#closed) return ''
    this.#asking = true
    const said = await new Promise<string>((resolve) => {
      this.#answers.push(resolve)
      this.#lines.question(text, resolve)
    })
    this.#answers = []
    this.#asking = false
    if (URGENT.has(said.trim())) this.#lines.emit('line', said)
    return said
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
    if (!this.isPerson || this.#closed || this.#asking) return
    this.#lines.setPrompt(this.#prompt)
    this.#lines.prompt(true)
  }

  #leave(then: () => void): void {
    this.#closed = true
    // only its own listener: readline has one too, by which it stops listening to the keys, and so stops echoing them
    this.#lines.off('close', this.#gone)
    this.#lines.close()
    then()
  }
}

const URGENT: ReadonlySet<string> = new Set(['stop', 'estop'])
