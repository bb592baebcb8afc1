import { truthOf } from '../frames.js'
import { isFiller } from '../words/thesaurus.js'
import { hasManner, isKnownVerb, isLikeOneOf } from '../words/verbs.js'
import { achievements } from './achieving.js'
import { range } from './clauses.js'
import { firstOf, wordsOf, type Meaning, type Part } from './meaning.js'
import { isPerson, narrowed, placings, saysToo } from './placing.js'
import { hasVerb, isTouching, stateMeanings, untouched } from './states.js'

/** What a clause does in an order. */
type ClauseKind = 'do' | 'avoid' | 'ask' | 'topic' | 'idle' | 'contrast' | 'unknown'

export interface Read {
  readonly kind: ClauseKind
  /** the likeliest first */
  readonly meanings: readonly Meaning[]
}

/** Everything that a clause may mean. */
export function readClause(part: Part): Read {
  const kind = kindOf(part)
  switch (kind) {
    case 'unknown':
      return { kind, meanings: [] }
    case 'contrast':
      return { kind, meanings: [{ ...topic(part), about: [] }] }
    case 'idle':
    case 'topic':
      return { kind, meanings: part.mentions.length === 0 ? [] : [topic(part)] }
    case 'ask':
      return { kind, meanings: ordered(known(part)).map((meaning) => withWords(meaning, part, ASKS)) }
    case 'avoid': {
      const plain = positive(part)
      const meanings = isTouching(part) ? untouched(part) : ordered([...done(plain), ...states(plain)])
      return { kind, meanings: meanings.filter(({ goals }) => goals.length > 0) }
    }
    case 'do': {
      const meanings = ordered([...done(part), ...states(part).map((one) => withWords(one, part, AGAIN))])
      // a statement asks for nothing; what it says is left over
      return meanings.length === 0 && isStatement(part)
        ? { kind: 'topic', meanings: part.mentions.length === 0 ? [] : [{ ...topic(part), used: new Set() }] }
        : { kind, meanings }
    }
  }
}

const ordered = (meanings: readonly Meaning[]): Meaning[] => [...meanings].sort((a, b) => b.fit - a.fit)

const done = (part: Part): Meaning[] =>
  // what is not to be so is said of states alone
  firstOf(part, ({ text }) => PROHIBITS.has(text)) !== undefined
    ? []
    : achievable(part).map((one) => (canBeUndone(one, part) ? withWords(one, part, AGAIN) : one))

const achievable = (part: Part): Meaning[] =>
  part.world.frames.flatMap((frame) =>
    frame.form === 'known' ? [] : frame.form === 'place' ? placings(frame, part) : achievements(frame, part),
  )

const states = (part: Part): Meaning[] => part.world.states.flatMap((state) => stateMeanings(state, part))

/** `make sure that it is closed again`: what it is to be says all. */
const AGAIN = new Set(['again'])
const ASKS = new Set(['if', 'whether'])

/** `close it again`: of what can be so and not so by turns, again says no more than what it is to be. */
const canBeUndone = ({ goals }: Meaning, { world: { states } }: Part): boolean =>
  goals.length > 0 &&
  goals.every(({ formula }) => {
    const fact = /^(?:not )?(\w+)\(\w+\)$/.exec(formula)?.[1]
    const verbs = states.find(({ name }) => name === fact)?.verbs ?? []
    return [true, false].every((truth) => verbs.some(({ makes }) => makes === truth))
  })

/** Some words more that a meaning accounts for. */
const withWords = (meaning: Meaning, { words, tokens }: Part, texts: ReadonlySet<string>): Meaning => ({
  ...meaning,
  used: new Set([...meaning.used, ...words.filter((at) => texts.has(tokens[at]?.text ?? ''))]),
})

const known = (part: Part): Meaning[] =>
  part.world.frames.flatMap((frame) => (frame.form === 'known' ? achievements(frame, part) : []))

/** Without what makes it a prohibition, which its role says already. */
const positive = (part: Part): Part => ({
  ...part,
  mentions: part.mentions.map((mention) =>
    mention.quantity === 'any' ? { ...mention, quantity: 'all' } : mention,
  ),
  words: part.words.filter((at) => !PROHIBITS.has(part.tokens[at]?.text ?? '')),
})

/** What a part names, whatever it asks for. */
export const namedBy = (part: Part): Read => ({ kind: 'topic', meanings: [topic(part)] })

/** Names things and asks for nothing: `kitchen door.`, `the mug that is in the cupboard:`. */
function topic(part: Part): Meaning {
  const { mentions, words } = part
  const first = mentions.find(({ pronoun }) => pronoun === undefined) ?? mentions[0]
  const main = mentions.find(({ pronoun, quantity }) => pronoun === 'any' && quantity === 'all') ?? first
  const others = mentions.filter((one) => one !== main)
  const about =
    main === undefined
      ? undefined
      : mentions.filter((one) => one !== main).reduce((mention, by) => narrowed(mention, by, part), main)
  const isAny = about?.pronoun === 'any' && about.candidates.length === part.world.things.length
  return {
    goals: [],
    assumes: [],
    never: [],
    fit: 0.95,
    used: new Set([...words, ...mentions.flatMap(wordsOf)]),
    about: isAny
      ? []
      : [about, ...(main?.pronoun === 'any' ? [] : others)].flatMap(
          (one) => one?.candidates.filter(({ fit }) => fit > 0.6).map(({ thing }) => thing) ?? [],
        ),
    isAll: main?.pronoun === 'any' && main.quantity === 'all' && !isAny,
    verb: undefined,
  }
}

const PROHIBITS = new Set(['not', 'never', 'no', 'avoid', 'neither', 'nor'])
const WANTS = new Set([
  'want',
  'need',
  'like',
  'love',
  'prefer',
  'wish',
  'would',
  'should',
  'must',
  'get',
  'have',
])
const MODALS = new Set([
  'should',
  'must',
  'needs',
  'need',
  'has',
  'have',
  'ought',
  'may',
  'can',
  'belongs',
  'belong',
  'goes',
  'go',
  'lives',
  'live',
  'stays',
  'stay',
  'remains',
  'remain',
  'comes',
  'sits',
  'stands',
])
const STATEMENT = new Set([
  'is',
  'are',
  'was',
  'were',
  'has',
  'had',
  'looks',
  'look',
  'seems',
  'wants',
  'been',
])

function kindOf(part: Part): ClauseKind {
  const { tokens, clause, mentions, words } = part
  const own = range(clause.from, clause.to).map((at) => tokens[at]?.text ?? '')
  const start = Math.max(
    0,
    own.findIndex((word) => !LEADS.has(word)),
  )
  if (isIdle(own, start, hasState(part))) return 'idle'
  if (isQuestion(part, own)) return 'ask'
  if (clause.joint.has('because') || clause.joint.has('since') || clause.joint.has('cause')) return 'idle'
  if (isProhibition(part, own))
    return hasVerb(part) || hasState(part) ? 'avoid' : mentions.length > 0 ? 'contrast' : 'idle'
  if (isUnknown(part)) return 'unknown'
  if (mentions.length === 0 && words.every((at) => !isActing(part, at))) return 'idle'
  const subject = mentions[0]
  const isSubject = subject !== undefined && words.every((at) => at > subject.from || !isActing(part, at))
  const states = firstOf(
    part,
    ({ text }, at) => STATEMENT.has(text) && subject !== undefined && at >= subject.to,
  )
  const isModal = own.some((word, at) => MODALS.has(word) || (word === 'to' && own[at + 1] === 'be'))
  if (isSubject && states !== undefined && !isModal && !hasState(part) && !isPerson(subject, part))
    return 'topic'
  const acts = firstOf(part, ({ stem }, at) => isActing(part, at) && !hasManner(stem, 'stay'))
  const places = mentions.some(({ prep }) => prep === 'to')
  if (part.isWhole) return 'do'
  if (repeats(part)) return 'do'
  return subject !== undefined &&
    acts === undefined &&
    !hasState(part) &&
    (!places || isRelative(part)) &&
    !saysToo(part)
    ? 'topic'
    : 'do'
}

/** It can ask for something. */
const isActing = ({ tokens, world }: Part, at: number): boolean => {
  const stem = tokens[at]?.stem ?? ''
  return isKnownVerb(stem) || world.frames.some(({ verbs }) => verbs.includes(stem))
}

const hasState = ({ tokens, words, world }: Part): boolean =>
  world.states.some((state) => words.some((at) => truthOf(tokens[at]?.stem ?? '', state) !== undefined))

/** `press the red button, then the green one`: the verb of the clause before. */
function repeats(part: Part): boolean {
  const {
    clause,
    mentions,
    words,
    said: { verb },
    world,
  } = part
  const isFirst = words.some((at) => part.tokens[at]?.text === 'first')
  const isListed = isFirst || clause.joint.has('and') || clause.joint.has('then') || clause.joint.has(',')
  const isBare = mentions.length === 1 && mentions[0]?.prep === undefined && words.length <= 2
  return (
    (isListed && isBare && readsAsNext(part)) ||
    (isListed &&
      isBare &&
      verb !== undefined &&
      world.frames.some(({ verbs, ports }) => ports.length === 1 && verbs.includes(verb)))
  )
}

const readsAsNext = (part: Part): boolean =>
  part.world.frames.some((frame) => frame.form === 'other' && achievements(frame, part).length > 0)

/** A reason, a condition of somebody's mind, or thanks. */
function isIdle(own: readonly string[], start: number, states: boolean): boolean {
  const [first = '', second = ''] = own.slice(start)
  if (
    own.some(
      (word, at) =>
        (word === 'i' || word === 'we') && /^(can|could)$/.test(own[at + 1] ?? '') && own[at + 2] === 'not',
    )
  )
    return true
  if (own.includes('mind') || own.includes('care')) return own.includes('not') || own.includes('never')
  if (own.includes('forget') && !own.includes('not')) return true
  if (own.includes('not') && own.includes('even')) return true
  if (first === 'i' || first === 'we') {
    const next = own.slice(start + 1, start + 4)
    const isDuty = next.some((word, at) => (word === 'have' || word === 'need') && next[at + 1] === 'to')
    // `I do not want you to go there` forbids something
    const isUnwanted = next.includes('not') && next.includes('want') && !states && !own.includes('you')
    return isDuty || isUnwanted || own.includes('can') || !next.some((word) => WANTS.has(word))
  }
  return ['he', 'she', 'they', 'there', 'you'].includes(first) && STATEMENT.has(second)
}

/** It begins with who or what it is about. */
function isStatement({ tokens, clause, mentions }: Part): boolean {
  const at = range(clause.from, clause.to).find((one) => !LEADS.has(tokens[one]?.text ?? ''))
  const [first, next] = at === undefined ? [] : [tokens[at], tokens[at + 1]]
  if (first === undefined || at === undefined) return true
  const isNoun = mentions.some(({ from, to }) => at >= from && at < to) || NOUN_LEADS.has(first.text)
  return isNoun || (!isKnownVerb(first.stem) && next !== undefined && /s$/.test(next.text))
}

const NOUN_LEADS = new Set(
  'the a an my your his her its our their this that these those it i we he she they there for at in'.split(
    ' ',
  ),
)

/** It begins with a verb that nothing in this world is done by: `scrub the plate`. */
function isUnknown({ tokens, words, world, clause, mentions }: Part): boolean {
  const at = words.find((one) => !LEADS.has(tokens[one]?.text ?? '') && !isFiller(tokens[one]?.stem ?? ''))
  const token = at === undefined ? undefined : tokens[at]
  if (token === undefined || at === undefined || isKnownVerb(token.stem) || !world.lexicon.isVerb(token.text))
    return false
  if (
    mentions.some(({ from }) => from < at) ||
    tokens.slice(clause.from, at).some(({ text }) => SUBJECTS.has(text))
  )
    return false
  if (world.frames.some(({ verbs }) => isLikeOneOf(token.stem, verbs))) return false
  if (world.states.some((state) => truthOf(token.stem, state) !== undefined)) return false
  const next = tokens[at + 1]
  return (
    next === undefined ||
    at + 1 >= clause.to ||
    ARTICLES.has(next.text) ||
    mentions.some(({ from }) => from === at + 1)
  )
}

const SUBJECTS = new Set(['i', 'we', 'he', 'she', 'they', 'there', 'it'])
const ARTICLES = new Set([
  'the',
  'a',
  'an',
  'my',
  'your',
  'his',
  'her',
  'our',
  'their',
  'some',
  'on',
  'back',
  'under',
  'me',
  'us',
])

/** Words before the subject or the verb. */
const LEADS = new Set(
  'ok okay so well listen please hey hi robo robot and then also first now just uh um like yeah what'.split(
    ' ',
  ),
)

const isRelative = ({ tokens, mentions: [first], words }: Part): boolean =>
  first !== undefined &&
  words.some((at) => at === first.to && (tokens[at]?.text === 'that' || tokens[at]?.text === 'which')) &&
  words.length <= 4

const isProhibition = (part: Part, own: readonly string[]): boolean => {
  if (part.clause.joint.has('without')) return true
  if (isTouching(part) && (own.includes('off') || own.includes('away'))) return true
  const not = own.findIndex(
    (word, at) =>
      word === 'not' ||
      word === 'never' ||
      word === 'avoid' ||
      (word === 'no' && /ing$/.test(own[at + 1] ?? '')),
  )
  if (not < 0) return false
  if (isTouching(part)) return true
  const rest = own.slice(not + 1)
  const isKept = KEEPS.has(rest[0] ?? '') || rest[0] === 'be' || own.includes('left')
  // `do not leave it open`, `should not be open`: how it is at the end
  return !isKept
}

const KEEPS = new Set(['leave', 'let', 'forget', 'keep', 'fail'])

const HOW = new Set(['if', 'whether', 'where', 'how', 'what'])

function isQuestion({ tokens, words, clause, world, mentions }: Part, own: readonly string[]): boolean {
  const [first = ''] = own.filter((word) => !LEADS.has(word))
  if (
    own.includes('where') &&
    (first === 'where' || own.some((word) => word === 'find' || word === 'know' || word === 'tell'))
  )
    return true
  // `it should look tidy` asks nothing
  const isFirst = (at: number): boolean =>
    mentions.every(({ from, pronoun }) => from > at || pronoun === 'me')
  const asksHow = own.some((word) => HOW.has(word))
  const finds = words.some((at) => {
    const { stem = '', text = '' } = tokens[at] ?? {}
    return hasManner(stem, 'find') && !hasManner(stem, 'make') && isFirst(at) && (text !== 'see' || asksHow)
  })
  const sees = own.includes('see') && (own.includes('if') || own.includes('whether'))
  const asks = clause.isQuestion && (first === 'is' || first === 'are') && mentions.length > 0
  const hasCarry = words.some((at) => hasManner(tokens[at]?.stem ?? '', 'carry'))
  return (finds && !hasCarry && world.frames.some(({ form }) => form === 'known')) || sees || asks
}
