import type { Command } from 'commander'
import { collect } from '#bt-cli/commands/shared.js'

/** Adds the options that say what is to be done in a world defined as data. */
export function addWorldOptions(command: Command): void {
  const text = collect((written) => ({ ok: true, value: written }))
  command
    .option(
      '--task <file.yaml>',
      'a task in the world of --domain (docs/twin/tasks.md): goals, constraints, start',
    )
    .option(
      '--goal <formula>',
      "what the plan is to achieve, in place of the world's goal; can be repeated",
      text,
    )
    .option('--never <formula>', 'what must never become true; can be repeated', text)
    .option(
      '--fact <fact=value>',
      'change a fact of the initial state of a world defined as data; can be repeated',
      text,
    )
    .addHelpText(
      'after',
      `
What is to be done in a world:
  --domain service --goal 'location(mug) = sink' --never 'open(fridge)' --fact 'at=sink'`,
    )
}
