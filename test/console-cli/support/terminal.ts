import { spawn, type IPty } from '@lydell/node-pty'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { until } from '../../console/support/served.js'
import { project } from '../../cli/bt/bench.js'
import { TextScreen } from './text-screen.js'

/** A person at a keyboard: types, and reads what stands on the screen. */
export class Terminal {
  /** everything that was written, as it came */
  text = ''
  exit: number | undefined
  readonly screen = new TextScreen()
  readonly #child: IPty

  /** @param inShell under bash, which has job control; the command is in $G then, for `fg` and exit codes */
  constructor(
    args: readonly string[],
    home: string,
    { inShell = false, env: more = {} }: { inShell?: boolean; env?: NodeJS.ProcessEnv } = {},
  ) {
    const own = { TERM: 'xterm', NO_COLOR: '1', HOME: home, XDG_STATE_HOME: home, ...more }
    const program = [process.execPath, join(project, 'bin/graft.js'), ...args]
    const env = { ...process.env, ...own, PS1: 'bash% ', G: program.join(' ') }
    const [file = '', ...rest] = inShell ? ['bash', '--norc', '--noprofile', '-i'] : program
    this.#child = spawn(file, rest, {
      cols: 120,
      rows: 30,
      cwd: home,
      env,
    })
    this.#child.onData((data) => {
      this.text += data
      this.screen.write(data)
    })
    this.#child.onExit(({ exitCode, signal = 0 }) => (this.exit = signal === 0 ? exitCode : 128 + signal))
  }

  /** The process of the command: in a shell, its only child. */
  get pid(): number {
    const { pid } = this.#child
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() || pid)
  }

  write(keys: string): void {
    this.#child.write(keys)
  }

  /** Waits until the line that the cursor is in ends so. */
  async lineEnds(wanted: RegExp | string, what: string): Promise<void> {
    const ends = (): boolean =>
      typeof wanted === 'string' ? this.screen.line.endsWith(wanted) : wanted.test(this.screen.line)
    await until(ends, `${what}; the line: ${JSON.stringify(this.screen.line)}`)
  }

  /** Types the text letter by letter, sees each on the screen once, and takes it back. */
  async type(text: string): Promise<void> {
    // the state in a prompt may change, not its end
    const typed = (): string => /(?:> |it move: )(.*)$/.exec(this.screen.line)?.[1] ?? this.screen.line
    for (let i = 1; i <= text.length; i++) {
      this.write(text.charAt(i - 1))
      // what is echoed twice is longer than what was typed, and never as wanted
      await until(() => typed().length >= i, `${text.slice(0, i)} is echoed: ${JSON.stringify(typed())}`)
    }
    expect(typed()).toBe(text)
    this.write('\u0015')
    await until(() => typed() === '', 'the line is empty again')
  }

  async enter(text: string): Promise<void> {
    this.write(text)
    await this.lineEnds(text, `${text} is echoed`)
    this.write('\r')
  }

  /** The window is closed: its terminal is gone, whoever still writes to it or reads from it. */
  hangUp(): void {
    const child = this.#child as IPty & { destroy(): void }
    child.destroy()
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }
}
