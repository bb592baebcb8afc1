import { readFileSync } from 'node:fs'

/** The texts that were read, included files too: where messages find the line that they talk about. */
export class Sources {
  readonly #lines = new Map<string, readonly string[]>()

  add(file: string, text: string): void {
    this.#lines.set(file, text.split(/\r\n|\r|\n/))
  }

  /** @param line from 1 */
  line(file: string, line: number): string | undefined {
    return this.#lines.get(file)?.[line - 1]
  }

  /** Reads included files; one that is not there or is no file is `undefined`. */
  readonly load = (path: string): string | undefined => {
    try {
      const text = readFileSync(path, 'utf8')
      this.add(path, text)
      return text
    } catch {
      return undefined
    }
  }
}
