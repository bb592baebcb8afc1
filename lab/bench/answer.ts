import { InvalidArgumentError } from 'commander'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'

/** What an examination of one model has to say: a page for people, figures for machines. */
interface Answer {
  readonly page: string
  readonly json: unknown
}

/** Prints the page, and with `json` the figures as the last line; or what was wrong, with its exit code. */
export function answer(
  result: Result<Answer, readonly Diagnostic[]>,
  json: boolean,
  finish: (code: ExitCode) => void,
): void {
  if (!result.ok) {
    process.stderr.write(`${result.error.map(formatDiagnostic).join('\n')}\n`)
    finish(result.error.some(({ code }) => code.startsWith('model.')) ? EXIT.models : EXIT.usage)
    return
  }
  process.stdout.write(`${result.value.page}\n`)
  if (json) process.stdout.write(`${JSON.stringify(result.value.json)}\n`)
}

/** Prints what a bench has to say, as `answer` does. @returns how it ends; one that was interrupted ends so anyhow */
export function endOf(
  result: Result<Answer, readonly Diagnostic[]>,
  json: boolean,
  { aborted }: AbortSignal,
): ExitCode {
  let code: ExitCode = EXIT.ok
  answer(result, json, (worse) => {
    code = worse
  })
  return aborted ? EXIT.interrupted : code
}

/** A Markdown table whose columns also line up as plain text. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((text, i) => text.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join(
    '\n',
  )
}

export function positive(text: string): number {
  const n = Number(text)
  if (!Number.isInteger(n) || n < 1) throw new InvalidArgumentError('a whole number from 1 on')
  return n
}
