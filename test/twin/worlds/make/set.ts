import { BOOL, number, objects, type Making, type Sort } from './vocabulary.js'

/** What a name runs through: a type, some of them, their objects one by one, numbers, or both truths. */
export function boundSet(making: Making): {
  readonly text: string
  readonly sort: Sort
  readonly size: number
} {
  const { rng, vocabulary, seen } = making
  const types = [...vocabulary.types]
  const [name, all] = rng.pick(types)
  switch (rng.int(10)) {
    case 0: {
      const low = rng.int(3) - 1
      const high = low + rng.int(3)
      seen.add('a name runs through numbers')
      return { text: `${low}..${high}`, sort: number(low, high), size: high - low + 1 }
    }
    case 1:
      seen.add('a name runs through truths')
      return { text: 'bool', sort: BOOL, size: 2 }
    case 2: {
      const members = [...new Set([rng.pick(vocabulary.objects), rng.pick(vocabulary.objects)])]
      seen.add('a name runs through a set')
      return { text: `{${members.join(', ')}}`, sort: objects(members), size: members.length }
    }
    case 3:
      seen.add('a name can be none')
      return { text: `${name} | none`, sort: objects([...all, 'none']), size: all.length + 1 }
    default:
      return { text: name, sort: objects(all), size: all.length }
  }
}
