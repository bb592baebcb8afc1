/** A formula as written; its names are not resolved yet. */
export type Expr = Span &
  (
    | { readonly kind: 'literal'; readonly value: boolean | number }
    /** an object, or a state variable, constant or definition with its arguments */
    | { readonly kind: 'name'; readonly name: string; readonly args: readonly Expr[] | undefined }
    /** a port or a bound name, without its `?` */
    | { readonly kind: 'variable'; readonly name: string }
    | { readonly kind: 'not' | 'was'; readonly of: Expr }
    | { readonly kind: 'and' | 'or'; readonly parts: readonly Expr[] }
    | { readonly kind: 'implies'; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'sum'; readonly op: '+' | '-' | '*'; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'in'; readonly of: Expr; readonly set: SetExpr; readonly negated: boolean }
    | {
        readonly kind: 'quantifier'
        readonly word: 'forall' | 'exists' | 'count' | 'sum' | 'min' | 'max'
        readonly bound: Bound
        readonly body: Expr
      }
  )

export type CompareOp = '=' | '!=' | '<' | '<=' | '>' | '>='

/** `?i in item` */
export interface Bound {
  readonly name: string
  readonly nameAt: Span
  readonly set: SetExpr
}

/** A type or range, or an explicit list of members. */
export type SetExpr =
  | (Span & { readonly kind: 'range'; readonly range: RangeExpr })
  | (Span & { readonly kind: 'members'; readonly members: readonly Expr[] })

/** `place | none`, `0..5`, `bool` */
export interface RangeExpr extends Span {
  readonly parts: readonly RangePart[]
}

export type RangePart = Span &
  (
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'numbers'; readonly min: number; readonly max: number; readonly unit?: string }
  )

/** One line of an effect. */
export type EffectExpr = Span &
  (
    | { readonly kind: 'assign'; readonly target: Expr & { readonly kind: 'name' }; readonly value: Expr }
    | {
        readonly kind: 'if'
        readonly test: Expr
        readonly then: EffectExpr
        readonly otherwise: EffectExpr | undefined
      }
    | { readonly kind: 'forall'; readonly bound: Bound; readonly effects: readonly EffectExpr[] }
  )

/** Offsets into the text, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}
