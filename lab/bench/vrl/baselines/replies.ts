/**
 * Every reply that a grammar of `fixGrammar` allows. It has literals, groups and alternatives only, so there are few:
 * some edits for each supported finding, and `[]`.
 *
 * @throws Error when the grammar holds anything else
 */
export function repliesOf(grammar: string): readonly string[] {
  const rules = new Map(
    grammar
      .trim()
      .split('\n')
      .map((line) => {
        const at = line.indexOf(' ::= ')
        return [line.slice(0, at), line.slice(at + 5)] as const
      }),
  )
  const rule = (name: string): readonly string[] => {
    const body = rules.get(name)
    if (body === undefined) throw new Error(`the grammar has no rule ${name}`)
    return new Reader(body, rule).all()
  }
  return [...new Set(rule('root'))]
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[a-z]+|[()|])/y

class Reader {
  readonly #tokens: readonly string[]
  readonly #rule: (name: string) => readonly string[]
  #at = 0

  constructor(body: string, rule: (name: string) => readonly string[]) {
    const tokens: string[] = []
    let end = 0
    TOKEN.lastIndex = 0
    for (let found = TOKEN.exec(body); found !== null; found = TOKEN.exec(body)) {
      tokens.push(found[1] as string)
      end = TOKEN.lastIndex
    }
    if (body.slice(end).trim() !== '') throw new Error(`the grammar cannot be listed: ${body.slice(end)}`)
    this.#tokens = tokens
    this.#rule = rule
  }

  all(): readonly string[] {
    const texts = [...this.#sequence()]
    while (this.#tokens[this.#at] === '|') {
      this.#at++
      texts.push(...this.#sequence())
    }
    return texts
  }

  #sequence(): readonly string[] {
    let texts: readonly string[] = ['']
    for (;;) {
      const token = this.#tokens[this.#at]
      if (token === undefined || token === '|' || token === ')') return texts
      this.#at++
      const next = this.#atom(token)
      texts = texts.flatMap((head) => next.map((tail) => head + tail))
    }
  }

  #atom(token: string): readonly string[] {
    if (token.startsWith('"')) return [JSON.parse(token) as string]
    if (token !== '(') return this.#rule(token)
    const inner = this.all()
    this.#at++
    return inner
  }
}
