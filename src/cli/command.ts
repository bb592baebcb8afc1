import type { Command } from 'commander'
import type { ExitCode } from '#app/command-line/exit-code.js'

/** Adds a command to the program; `finish` tells how it ended. */
export type AddCommand = (program: Command, finish: (code: ExitCode) => void) => void

/** Commands by name, each loaded when it is asked for: loading all takes longer than many of them run. */
export type Commands = Readonly<Record<string, () => Promise<AddCommand>>>
