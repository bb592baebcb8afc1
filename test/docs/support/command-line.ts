import type { Command } from 'commander'
import { programOf } from '#cli/cli.js'
import { splitLine } from '#console-cli/words/split-line.js'

/** The command line with no action behind it: what it says of itself, and what it accepts. */
export class CommandLine {
  readonly #programs: readonly Command[]

  private constructor(programs: readonly Command[]) {
    this.#programs = programs
  }

  static async load(): Promise<CommandLine> {
    const programs = [
      await programOf('graft', () => undefined),
      await programOf('graft-lab', () => undefined),
    ]
    for (const program of programs) for (const command of everyCommand(program)) silence(command)
    return new CommandLine(programs)
  }

  /** The help of each command, by its name with those above it. */
  get helps(): ReadonlyMap<string, string> {
    return new Map(
      this.#programs.flatMap((program) => everyCommand(program).map((each) => [pathOf(each), helpOf(each)])),
    )
  }

  /** @param line one command, without pipes: `graft run --field F1` @returns what commander has against it */
  async against(line: string): Promise<string | undefined> {
    const words = splitLine(line)
    if (!words.ok) return words.error
    const [name = '', ...argv] = words.value
    const program = this.#programs.find((each) => each.name() === name)
    if (program === undefined) return `no program of graft: ${name}`
    try {
      await program.parseAsync(argv, { from: 'user' })
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)]

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`

/** Its action does nothing; a mistake throws, and prints nothing. */
function silence(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined })
  if (command.commands.length === 0) command.action(() => undefined)
}

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => void (text += part) }).outputHelp()
  return text
}
