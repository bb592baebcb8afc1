import type { ParamTypes } from '#drivers/robot/skill-params.js'
import type { Path } from '#documents/value-text.js'
import { misfitOf } from '../interfaces/check-value.js'
import type { Fields } from '../interfaces/definitions.js'
import { meant, type Finding } from './finding.js'
import { fill, holesIn, isWords, PLACE_PARTS, samplesOf, type Places } from './template.js'

interface TemplateContext {
  /** of the message that is to be sent; `undefined`: not known */
  readonly fields: Fields | undefined
  readonly params: ParamTypes
  readonly places: Places
}

/** Whether the holes of a template can be filled, and whether what is then sent fits its interface. */
export function checkTemplate(template: unknown, path: Path, context: TemplateContext): readonly Finding[] {
  const holes = holesIn(template).flatMap(({ path: inside, at, hole }): Finding[] => {
    const objection = objectionToHole(hole, context)
    return objection === undefined
      ? []
      : [{ path: [...path, ...inside], at, code: 'ros2.template', ...objection }]
  })
  if (holes.length > 0 || context.fields === undefined) return holes
  for (const sample of samplesOf(context.params)) {
    const misfit = misfitOf(fill(template, sample, context.places), context.fields)
    if (misfit === undefined) continue
    const { expected, got, hint } = misfit
    const name = misfit.path.join('.')
    return [
      {
        path: [...path, ...misfit.path],
        code: 'ros2.wrong-type',
        message: name === '' ? 'it does not fit its interface' : `${name} does not fit its interface`,
        expected,
        got,
        ...(hint !== undefined && { hint }),
      },
    ]
  }
  return []
}

function objectionToHole(
  { param, part }: { readonly param: string; readonly part?: string },
  { params, places }: TemplateContext,
): Omit<Finding, 'path'> | undefined {
  const type = Object.hasOwn(params, param) ? params[param] : undefined
  if (type === undefined)
    return {
      message: `there is no parameter ${param}`,
      expected: Object.keys(params).join(', ') || 'a value: there are no parameters here',
      got: `{${param}}`,
      ...meant(param, Object.keys(params)),
    }
  if (part === undefined) return undefined
  if (!PLACE_PARTS.includes(part))
    return { message: `a place has no ${part}`, expected: PLACE_PARTS.join(', '), got: `{${param}.${part}}` }
  const unknown = isWords(type) ? type.find((word) => !Object.hasOwn(places, word)) : undefined
  if (isWords(type) && unknown === undefined) return undefined
  return {
    message: unknown === undefined ? `${param} does not name places` : `${unknown} is no place`,
    expected: 'a parameter that is a list of names under places:',
    got: unknown ?? `{${param}.${part}}`,
    hint: `places: has ${Object.keys(places).join(', ') || 'nothing'}`,
  }
}
