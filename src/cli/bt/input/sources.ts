import { readRegularText } from '#documents/read-regular.js'
import { LIMITS } from '#bt/limits.js'

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
    const text = readRegularText(path, 4 * LIMITS.text)
    if (!text.ok) return undefined
    this.add(path, text.value)
    return text.value
  }
}
