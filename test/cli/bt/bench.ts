import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, CommanderError } from 'commander'
import { addBtCommand } from '#bt-cli/bt-command.js'
import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'

export const project = fileURLToPath(new URL('../../../', import.meta.url))

/** A terminal, or a pipe, that remembers what was written. */
export class Recorder implements Io {
  text = ''
  errors = ''
  readonly env: Io['env']
  readonly out: Io['out']
  readonly err: Io['err']

  constructor({ tty = false, env = {} }: { readonly tty?: boolean; readonly env?: Io['env'] } = {}) {
    this.env = env
    this.out = { write: (text) => (this.text += text), isTTY: tty, columns: 120 }
    this.err = { write: (text) => (this.errors += text), isTTY: tty }
  }

  get json(): Record<string, unknown>[] {
    return this.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }
}

/** `graft bt …` as a person would type it, in this process. */
export async function bt(...args: readonly string[]): Promise<Recorder & { code: ExitCode }> {
  return btOn(new Recorder(), ...args)
}

export async function btOn(io: Recorder, ...args: readonly string[]): Promise<Recorder & { code: ExitCode }> {
  let code: ExitCode = EXIT.ok
  const program = new Command('graft').exitOverride().configureOutput({
    writeOut: (text) => io.out.write(text),
    writeErr: (text) => io.err.write(text),
  })
  addBtCommand(program, (exit) => (code = exit), io)
  try {
    await program.parseAsync(['bt', ...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    code = error.exitCode === 0 ? EXIT.ok : EXIT.usage
  }
  return Object.assign(io, { code })
}

/** A folder of its own, with files. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'graft-bt-'))

  write(name: string, text: string | Uint8Array): string {
    const path = this.file(name)
    writeFileSync(path, text)
    return path
  }

  file(name: string): string {
    return join(this.path, name)
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }
}

/** A document with one tree around these nodes. */
export const tree = (nodes: string): string =>
  `<root BTCPP_format="4" main_tree_to_execute="Main">\n  <BehaviorTree ID="Main">\n    ${nodes}\n  </BehaviorTree>\n</root>\n`
