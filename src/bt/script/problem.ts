/** What is wrong with a script's text. `offset` counts UTF-16 units of the source from 0. */
export interface ScriptProblem {
  readonly offset: number
  readonly message: string
  readonly expected?: string
  readonly hint?: string
}

/** `at 5: expected a value, got "#"; hint: …` */
export function formatScriptProblem({ offset, message, expected, hint }: ScriptProblem): string {
  const wanted = expected === undefined ? '' : `, expected ${expected}`
  return `at ${offset}: ${message}${wanted}${hint === undefined ? '' : `; ${hint}`}`
}
