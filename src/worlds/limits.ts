/** Bounds that keep any domain harmless, whoever wrote it. */
export const DATA_LIMITS = {
  /** problems reported per load */
  problems: 100,
  /** characters of a name */
  name: 64,
  /** characters of a formula, a sentence or a template */
  text: 2_000,
  /** tokens in a formula */
  tokens: 500,
  /** nesting depth of brackets, quantifiers and `not` */
  nesting: 40,
  /** values that one formula may read, with quantifiers and definitions multiplied out */
  cost: 50_000,
  /** length of a chain of definitions that use one another */
  definitions: 20,
  types: 100,
  objects: 500,
  /** state variables with their arguments filled in */
  fluents: 5_000,
  skills: 200,
  /** entries of every other list and map */
  entries: 100,
  /** outcomes of one step, and combinations of values for ports not known before run time */
  outcomes: 256,
  /** largest whole number */
  number: 1_000_000,
} as const
