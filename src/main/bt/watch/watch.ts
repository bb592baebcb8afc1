import { EXIT, type ExitCode } from '../../exit-code.js'
import { watch } from '../../groot/watch/watch.js'
import { interruptible } from '../commands/shared.js'
import type { Io } from '../common/io.js'

/** `graft bt watch`: shows a tree of another process until `q` or Ctrl-C. */
export async function btWatch(address: string, json: boolean, { out, env }: Io): Promise<ExitCode> {
  const { stdin } = process
  const keyboard = !json && out.isTTY === true && stdin.isTTY
  if (keyboard) stdin.setRawMode(true)
  try {
    const keys = keyboard ? { keys: stdin as AsyncIterable<Buffer> } : {}
    await interruptible((signal) => watch({ address, json, out, env, signal, ...keys }))
  } finally {
    if (keyboard) stdin.setRawMode(false)
    stdin.pause()
  }
  return EXIT.ok
}
