import type { Command } from 'commander'
import type { Finish } from '#bt-cli/commands/shared.js'
import { processIo, type Io } from '#terminal/io.js'
import { addExplain } from './explain/explain-command.js'
import { addRules } from './rules/rules-command.js'
import { addTwinCheck } from './check/check-command.js'

/**
 * `graft twin …`: shows the twin's rules and checks plans against them; needs neither robot nor models.
 * @param io the process's own streams, except in tests
 */
export function addTwinCommand(program: Command, finish: Finish, io: Io = processIo()): void {
  const twin = program
    .command('twin')
    .description("show the twin's rules and check plans against them; needs no robot and no models")
  for (const add of COMMANDS) add(twin, finish, io)
}

/** One line for each subcommand: `graft twin <name>`. */
const COMMANDS: readonly ((twin: Command, finish: Finish, io: Io) => void)[] = [
  addRules,
  addExplain,
  addTwinCheck,
]
