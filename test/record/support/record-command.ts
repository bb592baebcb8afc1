import { Command } from 'commander'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { addRecordCommand } from '#cli/record/record-command.js'

/** Runs `graft record` in this process. */
export async function graftRecord(...args: string[]): Promise<{ code: ExitCode; out: string; err: string }> {
  let [code, out, err]: [ExitCode, string, string] = [EXIT.ok, '', '']
  const io = {
    out: { write: (text: string) => (out += text) },
    err: { write: (text: string) => (err += text) },
    env: {},
  }
  const program = new Command('graft').exitOverride()
  addRecordCommand(program, (exit) => (code = exit), io)
  await program.parseAsync(['record', ...args], { from: 'user' })
  return { code, out, err }
}
