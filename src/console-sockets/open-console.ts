import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ConsoleProcess, type ConsoleHandle, type ConsoleOptions } from './console-process.js'
import { addressesOf, hasPortZero, withRandomPorts } from './endpoints.js'

export type { ConsoleHandle, ConsoleOptions } from './console-process.js'

/** Opens the console to the network, in a separate process. Only keys in the key folder are accepted. */
export async function openConsoleProcess(
  options: ConsoleOptions,
): Promise<Result<ConsoleHandle, Diagnostic>> {
  for (let left = hasPortZero(options.listen) ? TRIES : 0; ; left--) {
    const opened = await open({ ...options, listen: withRandomPorts(options.listen) })
    if (opened.ok || left === 0) return opened
  }
}

async function open(options: ConsoleOptions): Promise<Result<ConsoleHandle, Diagnostic>> {
  const addresses = addressesOf(options.listen)
  if (!addresses.ok) return addresses
  const server = new ConsoleProcess(options)
  const why = await server.open()
  if (why !== undefined) {
    await server.close()
    return err({
      code: 'console.bind',
      severity: 'error',
      message: `the console cannot listen on ${options.listen}: ${why}`,
      hint: 'is another graft running? console.listen sets another address',
    })
  }
  const local = options.keys.keepLocal(options.listen, (text) => options.log?.('warn', text))
  if (local.ok) {
    // this machine's key may be new: load it before reporting that the console is ready
    await server.reloadKeys()
    return ok(server)
  }
  await server.close()
  return local
}

const TRIES = 20
