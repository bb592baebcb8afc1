import { treeIncludes } from '#app/tree-includes.js'
import type { IncludeLoader } from '#bt/xml/includes.js'

/**
 * Texts of all files read, including included files that lie below the folder of their tree, so that messages can quote
 * the line they refer to.
 */
export class Sources {
  readonly #lines = new Map<string, readonly string[]>()

  add(file: string, text: string): void {
    this.#lines.set(file, text.split(/\r\n|\r|\n/))
  }

  /** @param line 1-based */
  line(file: string, line: number): string | undefined {
    return this.#lines.get(file)?.[line - 1]
  }

  /** Reads what a tree includes. */
  readonly includesOf = (file: string): IncludeLoader =>
    treeIncludes(file, (path, text) => this.add(path, text))
}
