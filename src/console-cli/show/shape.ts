/**
 * Checks whether an answer has the shape of a sample. Text matches text, a number matches a number, null matches
 * anything, and a list of one element matches a list of such elements. Extra keys are allowed, since a newer service
 * may send more. Answers of any other shape are shown as they are.
 */
export function isLike<T>(value: unknown, sample: Sample): value is T {
  return matches(value, sample)
}

export type Sample =
  string | number | boolean | null | readonly Sample[] | { readonly [key: string]: Sample } | Choice

/** null, or a value that matches the sample */
export class Choice {
  readonly sample: Sample

  constructor(sample: Sample) {
    this.sample = sample
  }
}

export const orNull = (sample: Sample): Choice => new Choice(sample)

function matches(value: unknown, sample: Sample): boolean {
  if (sample === null) return true
  if (sample instanceof Choice) return value === null || value === undefined || matches(value, sample.sample)
  if (isList(sample)) {
    const item = sample[0] ?? null
    return Array.isArray(value) && value.every((each) => matches(each, item))
  }
  if (typeof sample !== 'object') return typeof value === typeof sample
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const thing = value as Readonly<Record<string, unknown>>
  return Object.entries(sample).every(([key, inside]) => matches(thing[key], inside))
}

const isList = (sample: Sample): sample is readonly Sample[] => Array.isArray(sample)
