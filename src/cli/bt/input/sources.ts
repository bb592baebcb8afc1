import { readRegularText } from '#documents/read-regular.js'
import { LIMITS } from '#bt/limits.js'

/** Texts of all files read, including included files, so that messages can quote the line they refer to. */
export class Sources {
  readonly #lines = new Map<string, readonly string[]>()

  add(file: string, text: string): void {
    this.#lines.set(file, text.split(/\r\n|\r|\n/))
  }

  /** @param line 1-based */
  line(file: string, line: number): string | undefined {
    return this.#lines.get(file)?.[line - 1]
  }

  /** Reads an included file; `undefined` if it is missing or not a regular file. */
  readonly load = (path: string): string | undefined => {
    const text = readRegularText(path, 4 * LIMITS.text)
    if (!text.ok) return undefined
    this.add(path, text.value)
    return text.value
  }
}
