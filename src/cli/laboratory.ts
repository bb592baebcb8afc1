import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { projectFile } from '#documents/read-text-file.js'
import type { Command } from 'commander'

/**
 * Commands of the laboratory (`lab/`), an optional part that is installed next to the program. It measures, and runs
 * no robot.
 */
export const LABORATORY: Commands = {
  bench: () => load('bench'),
  data: () => load('data'),
  faults: () => load('faults'),
  gym: () => load('gym'),
}

/** A package that npm installs does not have it. */
export const hasLaboratory = (): boolean => existsSync(laboratoryFile())

const laboratoryFile = (): string =>
  projectFile(import.meta.url.endsWith('.ts') ? 'lab/commands.ts' : 'dist-lab/commands.js')

async function load(name: string): Promise<AddCommand> {
  const file = laboratoryFile()
  if (!existsSync(file)) return absent(name)
  const { LAB_COMMANDS } = (await import(pathToFileURL(file).href)) as { readonly LAB_COMMANDS: Commands }
  return LAB_COMMANDS[name]?.() ?? absent(name)
}

const absent =
  (name: string): AddCommand =>
  (program, finish) => {
    program
      .command(name)
      .description('laboratory command, not installed here')
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        process.stderr.write(
          `graft ${name} belongs to the laboratory, which is not installed here: use a checkout of graft\n`,
        )
        finish(EXIT.usage)
      })
  }

/** Adds a command to the program; `finish` receives its exit code. */
type AddCommand = (program: Command, finish: (code: ExitCode) => void) => void

/** Commands by name, each loaded on demand: loading all takes longer than many of them run. */
export type Commands = Readonly<Record<string, () => Promise<AddCommand>>>
