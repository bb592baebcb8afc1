import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'

/** Texts with what is said of each, for a page of golden outputs; texts with characters nobody sees as in JSON. */
export const page = (texts: readonly string[], judge: (text: string) => string): string =>
  texts
    .map((text) => `## ${/[^ -~…é→]/.test(text) ? JSON.stringify(text) : text}\n${judge(text)}\n`)
    .join('\n')

export const told = (found: readonly Diagnostic[]): string => found.map(formatDiagnostic).join('\n')
