import { err } from '#base/result.js'
import type { CommandName, Params } from '#console/catalogue.js'
import type { Answer, ConsoleHost, Refusal, Who } from '#console/host.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { Operation, Operations } from './operations/operations.js'

/** Executes the console's commands. A bug in one of them causes a refusal and a log line; it never ends the service. */
export class ServiceHost implements ConsoleHost {
  readonly statusPublisher: StatusPublisher
  readonly #operations: Operations
  readonly #disconnected: (client: string) => void

  constructor(
    statusPublisher: StatusPublisher,
    operations: Operations,
    disconnected: (client: string) => void,
  ) {
    this.statusPublisher = statusPublisher
    this.#operations = operations
    this.#disconnected = disconnected
  }

  async execute<C extends CommandName>(command: C, params: Params<C>, who: Who): Promise<Answer> {
    try {
      const operation = this.#operations[command] as Operation<C>
      return await operation(params, who)
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.statusPublisher.publish({
        kind: 'log',
        level: 'error',
        source: 'console',
        text: `${command}: ${text}`,
      })
      return err(BUG)
    }
  }

  releaseClient(client: string): void {
    this.#disconnected(client)
  }
}

const BUG: Refusal = {
  code: 'service.bug',
  message: 'the service has a bug in this command; nothing else is affected',
  hint: 'the journal has the details: please report them',
}
