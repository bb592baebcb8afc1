import type { Diagnostic } from '#base/diagnostic.js'

/** what is wrong with a name as the folder and as the name of a world or robot; undefined where nothing is */
export function objectionToName(
  name: string,
  kind: 'robot' | 'world',
  shipped: readonly string[],
): Diagnostic | undefined {
  const problem = {
    severity: 'error',
    message: `a ${kind} cannot be called ${JSON.stringify(name)}`,
    got: name,
  } as const
  if (shipped.includes(name))
    // a name alone means the shipped world, whatever lies in the working directory
    return {
      ...problem,
      code: 'new.shipped-name',
      expected: `another name than those of the worlds that ship with graft: ${shipped.join(', ')}`,
      hint: `for example: graft new ${kind} my-${name}`,
    }
  if (NAME.test(name)) return undefined
  return {
    ...problem,
    code: 'new.name',
    expected:
      'a letter, then letters, digits, - and _, at most 40 in all; not true, false or null (a folder goes into --out)',
    hint: `for example: graft new ${kind} ${likeName(name) ?? `my-${kind}`}`,
  }
}

/** The name within the documents, where it is a word of the world language. */
export const wordOf = (name: string): string => name.replaceAll('-', '_')

/** Without what YAML reads as something other than text. */
const NAME = /^(?!(?:true|false|null)$)[a-z][a-z0-9_-]{0,39}$/i

/** The last part of a path, and what else makes a name of it. */
function likeName(text: string): string | undefined {
  const last = text.split('/').findLast((part) => part !== '') ?? ''
  const name = last
    .replace(/^[^A-Za-z]+/, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, 40)
    .replace(/-+$/, '')
  return NAME.test(name) ? name : undefined
}
