interface Named {
  readonly objects: ReadonlyMap<
    string,
    { readonly text: string | undefined; readonly also: readonly string[] }
  >
}

/**
 * The objects of a world that people may mean by some words: those whose name, or another name of theirs, the words
 * are; if there are none, those of whose names and description all the words are a part: `the fizzy water`. Several
 * when the words leave it open; the caller asks.
 */
export function objectsNamed({ objects }: Named, words: string): readonly string[] {
  const wanted = plain(words)
  if (wanted.length === 0) return []
  const all = [...objects]
  const exact = all.filter(([name, { also }]) => [name, ...also].some((one) => same(plain(one), wanted)))
  if (exact.length > 0) return exact.map(([name]) => name)
  const within = all.filter(([name, { also, text = '' }]) => {
    const known = new Set([name, ...also, text].flatMap(plain))
    return wanted.every((word) => known.has(word))
  })
  return within.map(([name]) => name)
}

/** Lower-case words without articles and signs: `The Water-Glass!` is water, glass. */
const plain = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !ARTICLES.has(word))

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'my', 'your', 'this', 'that', 'one'])

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, index) => word === b[index])
