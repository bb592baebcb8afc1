import { hint, quote, spotAt, type Problems, type Source } from '#worlds/problems.js'

/** A skill with values for some of its ports; `?item` stands for whatever the variable `item` is. */
export interface Call {
  readonly skill: string
  readonly args: Readonly<Record<string, string>>
}

/** `Pick item=?item approach=from_side` */
export const formatCall = ({ skill, args }: Call): string =>
  [skill, ...Object.entries(args).map(([port, value]) => `${port}=${value}`)].join(' ')

/** The variables in a call, without their ?. */
export const variablesIn = ({ args }: Call): readonly string[] =>
  Object.values(args).flatMap((value) => (value.startsWith('?') ? [value.slice(1)] : []))

/** Reads `Pick item=?item approach=from_side`; undefined, with every mistake reported at its place, if invalid. */
export function parseCall(source: Source, problems: Problems): Call | undefined {
  const errors = problems.errors
  const [first, ...rest] = [...source.text.matchAll(/\S+/g)].map(([text], index, all) => ({
    text,
    at: all[index]?.index ?? 0,
  }))
  if (first === undefined || !NAME.test(first.text)) {
    problems.error(spotAt(source, first?.at ?? 0), {
      code: 'lesson.call',
      message: 'a step begins with the name of its skill',
      expected: EXPECTED,
      got: quote(first?.text ?? ''),
    })
    return undefined
  }
  const args = new Map<string, string>()
  for (const { text, at } of rest) {
    const [, port, value] = PAIR.exec(text) ?? []
    if (port === undefined || value === undefined) notAPair(text, spotAt(source, at), problems)
    else if (args.has(port))
      problems.error(spotAt(source, at), {
        code: 'lesson.call',
        message: `${port} is written twice`,
        expected: 'each parameter once',
        got: quote(text),
      })
    else args.set(port, value)
  }
  return problems.errors > errors ? undefined : { skill: first.text, args: Object.fromEntries(args) }
}

function notAPair(text: string, spot: Source['spot'], problems: Problems): void {
  problems.error(spot, {
    code: 'lesson.call',
    message: `${quote(text)} is no parameter with a value`,
    expected: EXPECTED,
    got: quote(text),
    ...hint(text.includes('=') ? undefined : 'write name=value, without spaces around the ='),
  })
}

const NAME = /^[A-Za-z_]\w{0,63}$/
const PAIR = /^([A-Za-z_]\w{0,63})=(\??\w{1,64}|-?\d{1,9})$/
const EXPECTED = 'a skill and its parameters, such as Pick item=?item'
