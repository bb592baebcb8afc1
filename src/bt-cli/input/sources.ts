import { describeUnreadable, readRegularText } from '#documents/read-regular.js'
import { LIMITS } from '#bt/limits.js'
import type { IncludeLoader } from '#bt/xml/includes.js'

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

  /** Reads an included file. @returns its text; `undefined` if it is missing; otherwise why it is not read */
  readonly load: IncludeLoader = (path) => {
    const text = readRegularText(path, 4 * LIMITS.text)
    if (!text.ok) {
      const isMissing = text.error.kind === 'error' && ['ENOENT', 'ENOTDIR'].includes(text.error.code)
      return isMissing ? undefined : { unreadable: describeUnreadable(text.error) }
    }
    this.add(path, text.value)
    return text.value
  }
}
