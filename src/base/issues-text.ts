/** What a schema found wrong, as one part of a line: `models[0].id: Invalid input; files: Too few`. */
export const issuesInLine = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => `${placeOf(path)}${message}`).join('; ')

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function placeOf(path: readonly PropertyKey[]): string {
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return steps === '' ? '' : `${steps.replace(/^\./, '')}: `
}
