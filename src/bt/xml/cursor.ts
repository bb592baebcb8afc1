import type { Diagnostic } from '#base/diagnostic.js'
import { LIMITS } from '../limits.js'
import type { SourceText } from './source-text.js'

/** A place in the text that moves forward, and the list of problems met on the way. */
export class Cursor {
  readonly source: SourceText
  offset = 0
  readonly #diagnostics: Diagnostic[]
  #errors = 0
  #warnings = 0

  constructor(source: SourceText, diagnostics: Diagnostic[]) {
    this.source = source
    this.#diagnostics = diagnostics
  }

  atEnd(): boolean {
    return this.offset >= this.source.text.length
  }

  /** The text that a sticky pattern matches here, moving behind it. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset
    const match = pattern.exec(this.source.text)
    if (match === null) return undefined
    this.offset += match[0].length
    return match[0]
  }

  /** As `take`, for callers that do not need the text; whether there was any. */
  skip(pattern: RegExp): boolean {
    return (this.take(pattern) ?? '') !== ''
  }

  /** Moves behind the next `end`, or to the end of the text when there is none. */
  moveBehind(end: string): boolean {
    const found = this.source.text.indexOf(end, this.offset)
    this.offset = found === -1 ? this.source.text.length : found + end.length
    return found !== -1
  }

  slice(from: number): string {
    return this.source.text.slice(from, this.offset)
  }

  /** true once there are so many errors that reading on helps nobody; further ones are not kept */
  tooMany(): boolean {
    return this.#errors >= LIMITS.diagnostics
  }

  error(offset: number, code: string, message: string, more: Pick<Diagnostic, 'got' | 'hint'> = {}): void {
    if (this.tooMany()) return
    this.#errors += 1
    this.#diagnostics.push({ code, severity: 'error', message, where: this.source.at(offset), ...more })
  }

  /** What BehaviorTree.CPP's reader lets pass. */
  warning(offset: number, code: string, message: string, more: Pick<Diagnostic, 'got' | 'hint'> = {}): void {
    if (this.#warnings >= LIMITS.diagnostics) return
    this.#warnings += 1
    this.#diagnostics.push({ code, severity: 'warning', message, where: this.source.at(offset), ...more })
  }
}
