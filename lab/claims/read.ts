/** What a command has said: its output, how it ended, and the report of its tests where it was vitest. */
export interface CommandResult {
  readonly output: string
  readonly exit: number
  readonly env: Readonly<Record<string, string>>
  readonly tests?: TestCount
}

export interface TestCount {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export type Figure = number | string

/**
 * The figure at a place in what was said:
 *
 *     json [load=loaded][rank^=real-time].stop.p99     in the last JSON value of the output
 *     line (\d+) of \d+ executed                        the number in the first group
 *     row \| shipped +\| model +\| – +\|(.*)\|          the text in the first group, blanks as one
 *     env GRAFT_FUZZ                                    what the command was given
 *     tests passed                                      of the report of vitest
 */
export function figureOf(reading: string, result: CommandResult): Figure {
  const [, kind = '', place = ''] = /^(\w+) (.*)$/.exec(reading) ?? []
  const missing = (): never => {
    throw new Error(`its output has no ${reading}`)
  }
  switch (kind) {
    case 'json':
      return atPath(lastJson(result.output), place) ?? missing()
    case 'line':
      return numberOf(new RegExp(place, 'm').exec(plain(result.output))?.[1]) ?? missing()
    case 'row':
      return (
        new RegExp(place, 'm').exec(plain(result.output))?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? missing()
      )
    case 'env':
      return numberOf(result.env[place]) ?? missing()
    case 'tests':
      return result.tests?.[place as keyof TestCount] ?? missing()
    default:
      return missing()
  }
}

/** Numbers as people write them: `12,557`, `34 129`, `−0.26`. */
export function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const number = Number(text.replaceAll(/(?<=\d)[,   ](?=\d{3})/g, '').replace('−', '-'))
  return Number.isNaN(number) ? undefined : number
}

/** Without the colours of a terminal. */

const plain = (text: string): string => text.replaceAll(/\u001b\[[0-9;]*m/g, '')

function lastJson(output: string): unknown {
  for (const text of [output, ...output.split('\n').reverse()])
    try {
      if (/^\s*[[{]/.test(text)) return JSON.parse(text) as unknown
    } catch {
      // text of a person before or after it
    }
  throw new Error('its output holds no JSON')
}

function atPath(value: unknown, path: string): Figure | undefined {
  let at = value
  for (const step of path.match(/\[[^\]]*\]|"[^"]*"|[^.[\]"]+/g) ?? []) {
    const selector = /^\[(\w+)(\^?=)(.*)\]$/.exec(step)
    if (selector !== null && Array.isArray(at)) at = at.filter((each) => isWanted(each, selector))
    // a selection is a list of one: the next step looks into it
    else
      at = within(Array.isArray(at) && at.length === 1 ? (at as unknown[])[0] : at, step.replaceAll('"', ''))
  }
  return typeof at === 'number' || typeof at === 'string' ? at : undefined
}

function isWanted(value: unknown, [, key = '', sign, wanted = '']: RegExpExecArray): boolean {
  const is = within(value, key)
  if (typeof is !== 'string' && typeof is !== 'number' && typeof is !== 'boolean') return false
  return sign === '=' ? String(is) === wanted : String(is).startsWith(wanted)
}

const within = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
