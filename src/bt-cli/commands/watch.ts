import { InvalidArgumentError, type Command } from 'commander'
import type { Io } from '#terminal/io.js'
import type { Finish } from './shared.js'

export function addWatch(bt: Command, finish: Finish, io: Io): void {
  bt.command('watch')
    .description('watch a tree in another process: graft, or BehaviorTree.CPP 4 with a Groot2 publisher')
    .argument('[address]', 'tcp://HOST:PORT', address, 'tcp://127.0.0.1:1667')
    .option('--json', 'one JSON object per line: tree, change, silent', false)
    .addHelpText(
      'after',
      `
Read-only: changes nothing in the other process. Waits if there is no tree yet.

Examples:
  graft bt watch                                  the tree on the default port of this machine
  graft bt watch tcp://robot.local:1667 --json    for a program or a log

Exit codes: 0 ended with q or Ctrl-C`,
    )
    .action(async (at: string, { json }: { readonly json: boolean }) => {
      const { btWatch } = await import('../watch/watch.js')
      finish(await btWatch(at, json, io))
    })
}

function address(text: string): string {
  const match = /^(?:tcp:\/\/)?([\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i.exec(text)
  if (match === null || Number(match[2]) > 65535) {
    throw new InvalidArgumentError(
      `expected tcp://HOST:PORT such as tcp://127.0.0.1:1667, got ${JSON.stringify(text)}`,
    )
  }
  return `tcp://${match[1]}:${match[2]}`
}
