import type { Rng } from '#base/random.js'

/**
 * A test tool: does a text match a GBNF grammar? Understands what `actorGrammar` and `gbnfOf` write: literals, character classes,
 * groups, alternatives, `?`, `+` and `{0,9}`. A set of positions is carried along, so nothing is explored twice.
 */
export function accepts(grammar: string, text: string): boolean {
  const rules = rulesOf(grammar)
  const run = (node: Node, from: ReadonlySet<number>): Set<number> => {
    const to = new Set<number>()
    switch (node.kind) {
      case 'text':
        for (const at of from) if (text.startsWith(node.text, at)) to.add(at + node.text.length)
        return to
      case 'class':
        for (const at of from) if (at < text.length && node.test.test(text[at] as string)) to.add(at + 1)
        return to
      case 'rule': {
        const rule = rules.get(node.name)
        if (!rule) throw new Error(`no rule ${node.name}`)
        return run(rule, from)
      }
      case 'any':
        for (const option of node.options) for (const at of run(option, from)) to.add(at)
        return to
      case 'all':
        return node.parts.reduce<Set<number>>((at, part) => run(part, at), new Set(from))
      case 'maybe':
        return new Set([...from, ...run(node.part, from)])
      case 'times': {
        let frontier: ReadonlySet<number> = new Set(from)
        for (const at of from) to.add(at)
        for (let count = 0; count < node.most && frontier.size > 0; count++) {
          frontier = new Set([...run(node.part, frontier)].filter((at) => !to.has(at)))
          for (const at of frontier) to.add(at)
        }
        return to
      }
      case 'many': {
        let frontier = run(node.part, from)
        while (frontier.size > 0) {
          for (const at of frontier) to.add(at)
          frontier = new Set([...run(node.part, frontier)].filter((at) => !to.has(at)))
        }
        return to
      }
    }
  }
  return run({ kind: 'rule', name: 'root' }, new Set([0])).has(text.length)
}

/** Texts that the grammar allows, drawn at random: what a model that understands nothing could write. */
export function walker(grammar: string, rng: Rng): () => string {
  const rules = rulesOf(grammar)
  const write = (node: Node): string => {
    switch (node.kind) {
      case 'text':
        return node.text
      case 'class':
        return rng.pick(PRINTABLE.filter((char) => node.test.test(char)))
      case 'rule':
        return write(rules.get(node.name) as Node)
      case 'any':
        return write(rng.pick(node.options))
      case 'all':
        return node.parts.map(write).join('')
      case 'maybe':
        return rng.chance(0.5) ? write(node.part) : ''
      case 'many':
        return Array.from({ length: 1 + rng.int(4) }, () => write(node.part)).join('')
      case 'times':
        return Array.from({ length: rng.int(node.most + 1) }, () => write(node.part)).join('')
    }
  }
  return () => write({ kind: 'rule', name: 'root' })
}

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))

function rulesOf(grammar: string): ReadonlyMap<string, Node> {
  return new Map(
    grammar
      .trim()
      .split('\n')
      .map((line) => {
        const [name, body] = line.split(' ::= ') as [string, string]
        return [name, parse(body)] as const
      }),
  )
}

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly test: RegExp }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'any'; readonly options: readonly Node[] }
  | { readonly kind: 'all'; readonly parts: readonly Node[] }
  | { readonly kind: 'maybe' | 'many'; readonly part: Node }
  | { readonly kind: 'times'; readonly part: Node; readonly most: number }

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\[[^\]]+\]|[a-z][a-z0-9-]*|[()|?+]|\{0,\d+\})/y

function parse(body: string): Node {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(body); found; found = TOKEN.exec(body)) tokens.push(found[1] as string)
  let at = 0
  const alternatives = (): Node => {
    const options = [sequence()]
    while (tokens[at] === '|') {
      at++
      options.push(sequence())
    }
    return { kind: 'any', options }
  }
  const sequence = (): Node => {
    const parts: Node[] = []
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') parts.push(postfix())
    return { kind: 'all', parts }
  }
  const postfix = (): Node => {
    const part = atom(tokens[at++] as string)
    const most = /^\{0,(\d+)\}$/.exec(tokens[at] ?? '')?.[1]
    if (most !== undefined) {
      at++
      return { kind: 'times', part, most: Number(most) }
    }
    if (tokens[at] !== '?' && tokens[at] !== '+') return part
    return { kind: tokens[at++] === '?' ? 'maybe' : 'many', part }
  }
  const atom = (token: string): Node => {
    if (token === '(') {
      const inner = alternatives()
      at++
      return inner
    }
    if (token.startsWith('"')) return { kind: 'text', text: JSON.parse(token) as string }
    if (token.startsWith('[')) return { kind: 'class', test: new RegExp(token) }
    return { kind: 'rule', name: token }
  }
  return alternatives()
}
