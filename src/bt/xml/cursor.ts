import type { Diagnostic } from '#base/diagnostic.js'
import { LIMITS } from '../limits.js'
import type { SourceText } from './source-text.js'

/** A position that advances through the text, plus the problems found along the way. */
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

  /** Consumes and returns the text that a sticky pattern matches here. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset
    const match = pattern.exec(this.source.text)
    if (match === null) return undefined
    this.offset += match[0].length
    return match[0]
  }

  /** Like `take`, but returns only whether any text was consumed. */
  skip(pattern: RegExp): boolean {
    return (this.take(pattern) ?? '') !== ''
  }

  /** Moves past the next `end`, or to the end of the text when there is none. */
  skipPast(end: string): boolean {
    const found = this.source.text.indexOf(end, this.offset)
    this.offset = found === -1 ? this.source.text.length : found + end.length
    return found !== -1
  }

  slice(from: number): string {
    return this.source.text.slice(from, this.offset)
  }

  /** true once there are so many errors that reading on is pointless; further ones are dropped */
  tooMany(): boolean {
    return this.#errors >= LIMITS.diagnostics
  }

  error(offset: number, code: string, message: string, more: Pick<Diagnostic, 'got' | 'hint'> = {}): void {
    if (this.tooMany()) return
    this.#errors += 1
    this.#diagnostics.push({ code, severity: 'error', message, where: this.source.at(offset), ...more })
  }

  /** Reports something that BehaviorTree.CPP's reader tolerates. */
  warning(offset: number, code: string, message: string, more: Pick<Diagnostic, 'got' | 'hint'> = {}): void {
    if (this.#warnings >= LIMITS.diagnostics) return
    this.#warnings += 1
    this.#diagnostics.push({ code, severity: 'warning', message, where: this.source.at(offset), ...more })
  }
}
