import type { SkillRules, DomainRules } from '#twin/domain/rules.js'
import { definitionHeader } from '../declare/header.js'
import { Problems, type Source } from '../problems.js'
import type { Bound, EffectExpr, Expr } from '../syntax/ast.js'
import { parseEffect } from '../syntax/parse-effect.js'
import { parseFormula } from '../syntax/parse.js'

/** A definition as it is written. */
export interface Written {
  readonly parameters: readonly Bound[]
  readonly formula: Expr
}

/** Parses a formula that has been checked before; undefined should it not be one. */
export const formulaOf = (text: string): Expr | undefined => parseFormula(sourceOf(text), NOBODY())

/** Parses a line of an effect that has been checked before. */
export const effectOf = (text: string): EffectExpr | undefined => parseEffect(sourceOf(text), NOBODY())

/** The definitions of a world, by name. */
export function definitionsOf({ definitions = [] }: DomainRules): ReadonlyMap<string, Written> {
  return new Map(
    definitions.flatMap(({ name, holds }): [string, Written][] => {
      const header = definitionHeader(sourceOf(name), NOBODY())
      const formula = formulaOf(holds)
      if (header === undefined || formula === undefined) return []
      return [[header.name, { parameters: header.parameters, formula }]]
    }),
  )
}

/** Whether a skill can make something unknown. */
export const forgets = ({ effect, outcomes }: SkillRules): boolean =>
  [...effect, ...outcomes.flatMap((outcome) => outcome.effect)].some((line) => /\bunknown\b/.test(line))

const sourceOf = (text: string): Source => ({ text, spot: { path: [] } })

/** Problems of what has been checked before are nobody's. */
const NOBODY = (): Problems => new Problems(() => undefined)
