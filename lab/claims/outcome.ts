import type { Figure } from './read.js'

export type Figures = Readonly<Record<string, Figure>>

/** The bounds that these figures miss, each with the figure; none when all hold. */
export function missedBounds(figures: Figures, bounds: readonly string[]): readonly string[] {
  return bounds.flatMap((bound) => {
    const [name = '', sign = '', limit = ''] = bound.split(' ')
    const is = Number(figures[name])
    return holds(is, sign, Number(limit))
      ? []
      : [`${name} is ${figures[name] ?? 'unknown'}, promised ${sign} ${limit}`]
  })
}

/** What a page says: the template with its figures filled in. */
export function wordsOf(template: string, figures: Figures): string {
  return template.replaceAll(/\{(\w+)(?::([^}]*))?\}/g, (_all, name: string, form = '') => {
    const figure = figures[name]
    if (figure === undefined)
      throw new Error(`"${template}" asks for ${name}; there are ${Object.keys(figures).join(', ')}`)
    return typeof figure === 'string' ? figure : formatted(figure, String(form))
  })
}

function formatted(figure: number, form: string): string {
  const [, sign, digits] = /^([,%]?)(\d?)$/.exec(form) ?? []
  const value = sign === '%' ? figure * 100 : figure
  const text = digits === undefined || digits === '' ? String(value) : value.toFixed(Number(digits))
  return sign === ',' ? text.replace(/\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')) : text
}

function holds(is: number, sign: string, limit: number): boolean {
  switch (sign) {
    case '<=':
      return is <= limit
    case '<':
      return is < limit
    case '>=':
      return is >= limit
    case '>':
      return is > limit
    default:
      return is === limit
  }
}
