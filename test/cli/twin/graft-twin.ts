import { Command } from 'commander'
import { addTwinCommand } from '#cli/twin/twin-command.js'

export interface Said {
  readonly out: string
  readonly err: string
  readonly code: number
}

/** Runs `graft twin …` in this process, without colours. */
export async function graftTwin(...args: string[]): Promise<Said> {
  const seen = { out: '', err: '', code: 0 }
  const program = new Command('graft').exitOverride()
  const sink = (key: 'out' | 'err') => ({
    write: (text: string): boolean => {
      seen[key] += text
      return true
    },
  })
  addTwinCommand(program, (code) => (seen.code = code), { out: sink('out'), err: sink('err'), env: {} })
  await program.parseAsync(['twin', ...args], { from: 'user' })
  return seen
}
