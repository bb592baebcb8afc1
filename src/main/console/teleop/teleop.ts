import type { Io } from '../../bt/output/io.js'
import { EXIT, type ExitCode } from '../../exit-code.js'
import type { Client } from '../client.js'

export interface TeleopOptions {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly io: Io
  readonly input: NodeJS.ReadStream
  readonly yes: boolean
}

export async function runTeleop(client: Client, options: TeleopOptions): Promise<ExitCode> {
  await client.request('teleop.begin', {}, { timeoutMs: options.timeoutMs })
  return EXIT.usage
}
