/** Bounds that keep every domain harmless, whoever wrote it. */
export const DATA_LIMITS = {
  /** problems that one reading reports */
  problems: 100,
  /** characters of a name */
  name: 64,
  /** characters of a formula, a sentence or a template */
  text: 2_000,
  /** words and signs of a formula */
  tokens: 500,
  /** brackets, quantifiers and `not` inside one another */
  nesting: 40,
  /** values that one formula may have to look at: quantifiers and definitions multiplied out */
  cost: 50_000,
  /** definitions that use one another in a row */
  definitions: 20,
  types: 100,
  objects: 500,
  /** state variables with their arguments filled in */
  fluents: 5_000,
  skills: 200,
  /** entries of every other list and map */
  entries: 100,
  /** outcomes of one step, and ways to fill in ports that nobody knows yet */
  outcomes: 256,
  /** largest whole number */
  number: 1_000_000,
} as const
