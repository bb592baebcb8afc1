import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { armTwice } from '../arm.js'
import type { Client } from '../client.js'
import { patienceFor, readText } from '../once.js'
import { exitOf, problemText, refusalText, type Look } from '../text/look.js'
import { show } from '../show/show.js'
import { readWords } from '../words/read-words.js'
import type { Conversation, Next } from './conversation.js'
import { help } from './help.js'
import type { Knowledge } from './knowledge.js'

/** Executes one line. @returns its exit code, or what replaces the prompt next */
export async function carryOut(
  words: readonly string[],
  client: Client,
  parts: {
    readonly timeoutMs: number
    readonly talk: Conversation
    readonly look: Look
    readonly knowledge: Knowledge
    readonly io: Io
  },
): Promise<ExitCode | Next> {
  const { timeoutMs, talk, look, knowledge, io } = parts
  const [first = ''] = words
  if (first === 'exit' || first === 'quit') return 'exit'
  // `teleop end SESSION` is a command of the protocol
  if (first === 'watch' || (first === 'teleop' && words.length === 1)) {
    if (talk.isPerson) return first
    talk.say([`${first} needs a terminal`])
    return EXIT.usage
  }
  if (first === 'help' || first === '?') {
    talk.say(help(words.slice(1), look))
    return EXIT.ok
  }
  const asked = readWords(words, readText)
  if (!asked.ok) return fail(problemText(asked.error), EXIT.usage)
  const { command, params } = asked.value
  if (command === 'arm' && talk.isPerson) {
    const said = {
      out: { write: (text: string) => talk.say(lines(text)) },
      err: { write: (text: string) => talk.say(lines(text)) },
    }
    return armTwice(
      client,
      { json: false, yes: false, timeoutMs, question: (text) => talk.ask(text) },
      { ...io, ...said },
    )
  }
  const answer = await client.request(command, params, { timeoutMs: patienceFor(command, timeoutMs) })
  if (!answer.ok) return fail(`${refusalText(answer.error)}\n`, exitOf(answer.error))
  knowledge.learn(answer.value)
  talk.say(show(command, answer.value, look))
  return EXIT.ok

  function fail(text: string, code: ExitCode): ExitCode {
    if (talk.isPerson) talk.say(lines(text).map((line, i) => (i === 0 ? look.paint.bad(line) : line)))
    else io.err.write(text)
    return code
  }
}

const lines = (text: string): string[] => text.trimEnd().split('\n')
