/** How often a step that could fail in some way was tried, and how often it did, where a share counts as a share. */
export interface TriedAndSeen {
  readonly tries: number
  readonly seen: number
}

/** a declared chance is worth as much as this many tries */
const DECLARED_TRIES = 10
/** what is expected of a failure without a declared chance, and how many tries that is worth */
const UNDECLARED = { chance: 0.1, tries: 2 }

/**
 * The chance of a failure after what was seen: the mean of the Beta distribution that begins with what the world
 * declares (Gelman et al., Bayesian Data Analysis, 3rd edition, section 2.4). @returns 0 to 1
 */
export function expectedChance(declared: number | undefined, { tries, seen }: TriedAndSeen): number {
  const prior = declared === undefined ? UNDECLARED : { chance: declared, tries: DECLARED_TRIES }
  return (prior.chance * prior.tries + seen) / (prior.tries + tries)
}

/** the standard normal distribution has 95 % between minus and plus this */
const Z = 1.959964

/**
 * Where the chance lies by the tries alone, with a confidence of 95 % (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927).
 * @returns lower and upper bound, 0 to 1; all of it without a try
 */
export function chanceInterval({ tries, seen }: TriedAndSeen): readonly [number, number] {
  if (tries <= 0) return [0, 1]
  const share = seen / tries
  const square = (Z * Z) / tries
  const middle = share + square / 2
  const half = Z * Math.sqrt((share * (1 - share)) / tries + square / (4 * tries))
  const within = (value: number): number => Math.min(1, Math.max(0, value / (1 + square)))
  return [within(middle - half), within(middle + half)]
}

/** a step is repeated so often that the chance that all its attempts fail is at most this */
const LEFT_TO_FAIL = 0.001
/** at least so often as to fail once in a thousand where one attempt in ten fails; at most what is worth its time */
const ATTEMPTS = { least: 3, most: 8 }

/** How often to try a step, one attempt of which fails with this chance. */
export function attemptsFor(chance: number): number {
  // what chance alone decides: equal attempts, independent of each other
  const needed = chance <= 0 ? 0 : chance >= 1 ? Infinity : Math.log(LEFT_TO_FAIL) / Math.log(chance)
  return Math.min(ATTEMPTS.most, Math.max(ATTEMPTS.least, Math.ceil(needed - 1e-9)))
}
