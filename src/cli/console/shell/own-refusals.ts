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
  #asking = 0
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
    if (!isOfRequest(event)) this.#say(event)
    else if (this.#asking > 0) this.#waiting.push(event)
    else if (!this.#isOwn(event)) this.#say(event)
  }

  async #ask(command: CommandName, send: () => ReturnType<Client['request']>): ReturnType<Client['request']> {
    this.#asking++
    const answer = await send()
    this.#asking--
    if (!answer.ok) {
      const { code } = answer.error
      this.#refused.push({ command, code, until: this.#now() + LATE_MS, left: new Set(['operator', 'log']) })
    }
    if (this.#asking === 0) for (const event of this.#waiting.splice(0)) this.hear(event)
    return answer
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

const isOfRequest = (event: StatusEvent): boolean =>
  event.kind === 'operator' || (event.kind === 'log' && event.source === 'console')

/** An event carries the name that its sender has given itself, which this console may not know: the role does. */
function isAbout(event: StatusEvent, { command, code }: Refused, role: Client['role']): boolean {
  if (event.kind === 'operator') return event.role === role && event.did.split(' ')[0] === command
  const { text } = event as { readonly text?: unknown }
  const [, said = ''] = typeof text === 'string' ? text.split(` (${role}, `) : []
  return said.includes(`): ${command}`) && said.includes(`: refused, ${code}: `)
}

/** News of a request may come so much later than its answer. */
const LATE_MS = 2000
