/** A commit as `git log` gives it. */
export interface Commit {
  readonly hash: string
  readonly subject: string
  readonly body: string
}

const MOST = 72
const FORM = /^(feat|fix|refactor|perf|test|docs|build|ci|style|chore)(\([a-z0-9-]+\))?!?: (\S.*)$/
/** what a change of behaviour or of structure owes its reader */
const NEEDS_WHY: ReadonlySet<string> = new Set(['feat', 'fix', 'refactor', 'perf'])
/** `added`, `adds`, `adding`: a subject completes "this commit will …" */
const NOT_IMPERATIVE = /^(?:\w+ed|\w+ing|(?:add|fix|make|use|move|keep|remove|change|update|rename)s)\b/i
const IMPERATIVE: ReadonlySet<string> = new Set([
  'embed',
  'feed',
  'need',
  'shed',
  'speed',
  'bring',
  'ring',
  'sing',
])

/** What is wrong with a commit's message (CONTRIBUTING, "Commits"); nothing when all is well. */
export function problemsOf({ subject, body }: Commit): readonly string[] {
  const [, type = '', , text = ''] = FORM.exec(subject) ?? []
  const [first = ''] = text.split(' ')
  return [
    ...(subject.length > MOST ? [`the subject has ${subject.length} letters, ${MOST} at most`] : []),
    ...(type === '' ? ['the subject is not of the form `fix(link): acknowledge duplicates once`'] : []),
    ...(NOT_IMPERATIVE.test(first) && !IMPERATIVE.has(first.toLowerCase())
      ? [`"${first}" is not imperative: it completes "this commit will …"`]
      : []),
    ...(text.endsWith('.') ? ['the subject ends with a full stop'] : []),
    ...(NEEDS_WHY.has(type) && body.trim() === '' ? ['the body does not say why'] : []),
  ]
}
