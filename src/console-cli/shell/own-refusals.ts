import type { CommandName } from '#console/catalogue.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import type { Client } from '../client.js'

/** What was refused, and what the service has still to say of it to everybody. */
interface Refused {
  readonly command: CommandName
  readonly code: string
  readonly until: number
  readonly left: Set<StatusEvent['kind']>
}

/**
 * Keeps what the service tells everybody of a refused request from whoever has sent it: they have read the refusal
 * already. While an answer is due, what may be about it waits.
 */
export class OwnRefusals {
  readonly client: Client
  readonly #say: (event: StatusEvent) => void
  readonly #now: () => number
  readonly #asked: CommandName[] = []
  #waiting: StatusEvent[] = []
  #refused: Refused[] = []

  /** @param now monotonic milliseconds */
  constructor(client: Client, now: () => number, say: (event: StatusEvent) => void) {
    this.#say = say
    this.#now = now
    this.client = {
      role: client.role,
      request: (command, ...rest) => this.#ask(command, () => client.request(command, ...rest)),
      events: (options) => client.events(options),
      close: () => client.close(),
    }
  }

  readonly hear = (event: StatusEvent): void => {
    const mayBeOwn = this.#asked.some((command) => concerns(event, command, this.client.role))
    if (mayBeOwn) this.#waiting.push(event)
    else if (!this.#isOwn(event)) this.#say(event)
  }

  async #ask(command: CommandName, send: () => ReturnType<Client['request']>): ReturnType<Client['request']> {
    this.#asked.push(command)
    try {
      const answer = await send()
      if (!answer.ok && !UNTOLD.has(answer.error.code)) {
        const { code } = answer.error
        this.#refused.push({
          command,
          code,
          until: this.#now() + LATE_MS,
          left: new Set(['operator', 'log']),
        })
      }
      return answer
    } finally {
      this.#asked.splice(this.#asked.indexOf(command), 1)
      for (const event of this.#waiting.splice(0)) this.hear(event)
    }
  }

  #isOwn(event: StatusEvent): boolean {
    this.#refused = this.#refused.filter(({ until }) => until > this.#now())
    const about = this.#refused.find(
      (each) => each.left.has(event.kind) && isAbout(event, each, this.client.role),
    )
    about?.left.delete(event.kind)
    return about !== undefined
  }
}

/** An event carries the name that its sender has given itself, which this console may not know: the role does. */
function concerns(event: StatusEvent, command: CommandName, role: Client['role']): boolean {
  if (event.kind === 'operator') return event.role === role && event.did.split(' ')[0] === command
  const isConsoles = event.kind === 'log' && event.source === 'console'
  return isConsoles && (event.text.split(` (${role}, `)[1] ?? '').includes(`): ${command}`)
}

const isAbout = (event: StatusEvent, { command, code }: Refused, role: Client['role']): boolean =>
  concerns(event, command, role) && (event.kind !== 'log' || event.text.includes(`: refused, ${code}: `))

/** Refusals of which the service says nothing, or cannot: whether it was carried out all the same is news. */
const UNTOLD: ReadonlySet<string> = new Set(
  ['timeout', 'unreachable', 'denied', 'closed', 'busy', 'too-fast', 'slow'].map((code) => `console.${code}`),
)

/** News of a request may come so much later than its answer. */
const LATE_MS = 2000
