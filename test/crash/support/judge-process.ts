import { fork, type ChildProcess } from 'node:child_process'
import { FIRMWARE } from './bundle.js'
import type { Case } from './judge-child.js'

/** Judges one state after the other in a process of its own: what breaks SQLite breaks nobody else. */
export class JudgeProcess {
  readonly #child: ChildProcess

  /** @param program the bundled `judge-child` */
  constructor(program: string) {
    this.#child = fork(program, [FIRMWARE], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }

  /** @returns what is wrong with it; also when the process died of it */
  judge(what: Case): Promise<readonly string[]> {
    return new Promise((resolve) => {
      const died = (code: number | null, signal: string | null): void =>
        resolve([`the next start ended with ${signal ?? `exit code ${code ?? ''}`}`])
      this.#child.once('exit', died)
      this.#child.once('message', (broken) => {
        this.#child.off('exit', died)
        resolve(broken as string[])
      })
      this.#child.send(what)
    })
  }

  close(): void {
    this.#child.kill()
  }
}
