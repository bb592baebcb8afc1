/**
 * The part of JSON Schema that replies are described in. llama.cpp, Ollama and vLLM all turn it into a grammar, so that
 * a model can write nothing else; `gbnf.ts` does so for a GGUF file. Every key of an object is required, and written in
 * the order of `properties`.
 */
export type Schema = SchemaNode & { readonly $defs?: Readonly<Record<string, SchemaNode>> }

export type SchemaNode =
  | { readonly enum: readonly (string | number | boolean)[] }
  | { readonly type: 'string'; readonly maxLength: number }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | {
      readonly type: 'array'
      readonly items: SchemaNode
      readonly minItems: number
      readonly maxItems: number
    }
  | {
      readonly type: 'object'
      readonly properties: Readonly<Record<string, SchemaNode>>
      readonly required: readonly string[]
      readonly additionalProperties: false
    }
  | { readonly anyOf: readonly SchemaNode[] }
  | { readonly $ref: string }

export const one = (...values: readonly (string | number | boolean)[]): SchemaNode => ({ enum: values })

export const text = (maxLength: number): SchemaNode => ({ type: 'string', maxLength })

export const integer = (minimum: number, maximum: number): SchemaNode => ({
  type: 'integer',
  minimum,
  maximum,
})

export const list = (
  items: SchemaNode,
  [minItems, maxItems]: readonly [least: number, most: number],
): SchemaNode => ({ type: 'array', items, minItems, maxItems })

export const object = (properties: Readonly<Record<string, SchemaNode>>): SchemaNode => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

export const anyOf = (nodes: readonly SchemaNode[]): SchemaNode =>
  nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { anyOf: nodes }

/** A part that is written once, under `$defs`, and named elsewhere. */
export const ref = (name: string): SchemaNode => ({ $ref: `#/$defs/${name}` })
