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

/** what remains on each side of the interval */
const TAIL = 0.025

/**
 * Where the chance lies by the tries alone, with a confidence of at least 95 % however few they are
 * (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934).
 * @returns lower and upper bound, 0 to 1; all of it without a try
 */
export function chanceInterval({ tries, seen }: TriedAndSeen): readonly [number, number] {
  if (tries <= 0) return [0, 1]
  const [least, most] = [Math.floor(seen + 1e-9), Math.ceil(seen - 1e-9)]
  return [
    least <= 0 ? 0 : root((chance) => 1 - atMost(least - 1, tries, chance) - TAIL),
    most >= tries ? 1 : root((chance) => TAIL - atMost(most, tries, chance)),
  ]
}

/** The probability of at most so many failures. */
function atMost(failures: number, tries: number, chance: number): number {
  // as logarithms: the terms of many tries are too small for a number
  let [term, sum] = [tries * Math.log1p(-chance), 0]
  const odds = Math.log(chance) - Math.log1p(-chance)
  for (let k = 0; k <= failures; k++) {
    sum += Math.exp(term)
    term += Math.log((tries - k) / (k + 1)) + odds
  }
  return sum
}

/** Where a function that grows from 0 to 1 has its zero. */
function root(of: (chance: number) => number): number {
  let [low, high] = [0, 1]
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (of(middle) < 0) low = middle
    else high = middle
  }
  return (low + high) / 2
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
