import { Command } from 'commander'
import { addRunOptions, type RunOptions } from './options.js'

/**
 * Adds those of the options of `graft run` that make sense for one order: it is carried out once, in a world, and its
 * task and its tree are made for it.
 */
export function addOrderOptions(command: Command): Command {
  for (const option of runOptions().options)
    if (FOR_ONE_ORDER.has(option.attributeName())) command.addOption(option)
  return command
}

/** The options of `graft run` where none is typed: an order is a run of one episode with those that it leaves out. */
export const defaultRunOptions = (): RunOptions => runOptions().opts<RunOptions>()

const runOptions = (): Command => addRunOptions(new Command())

const FOR_ONE_ORDER: ReadonlySet<string> = new Set<keyof RunOptions>([
  'scenario',
  'seed',
  'faults',
  'out',
  'armedBy',
  'wire',
  'json',
])
