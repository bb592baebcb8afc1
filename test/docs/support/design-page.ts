import ts from 'typescript'

/** A table row, a list item or a paragraph of a page: names are looked up among the files of their own block. */
export interface Block {
  readonly line: number
  readonly text: string
  /** what stands in code spans, in order */
  readonly spans: readonly string[]
  /** what stands between curly quotes: words of a test */
  readonly quotes: readonly string[]
}

type Span =
  | { readonly kind: 'path'; readonly path: string }
  /** `NAME = value`, as it stands in the source */
  | { readonly kind: 'constant'; readonly text: string }
  /** `'text'`: a string of the source */
  | { readonly kind: 'string'; readonly text: string }
  /** `Name`, or `Name.member` */
  | { readonly kind: 'symbol'; readonly name: string; readonly member: string | undefined }
  | { readonly kind: 'unknown' }

export function blocksOf(page: string): Block[] {
  const blocks: { line: number; text: string }[] = []
  let goesOn = false
  page.split('\n').forEach((text, index) => {
    const alone = /^(\||#|- |\d+\. )/.test(text)
    const last = blocks.at(-1)
    if (goesOn && !alone && text.trim() !== '' && last !== undefined) last.text += ` ${text.trim()}`
    else if (text.trim() !== '') blocks.push({ line: index + 1, text })
    goesOn = text.trim() !== '' && !/^[|#]/.test(text)
  })
  return blocks.map((block) => ({
    ...block,
    spans: [...block.text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span),
    quotes: [...block.text.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote),
  }))
}

export function readSpan(span: string): Span {
  if (/^[A-Z]\w* = \S+$/.test(span)) return { kind: 'constant', text: span }
  if (/^'[^']+'$/.test(span)) return { kind: 'string', text: span }
  if (/^[\w.-]+(\/[\w.-]+)*\/?$/.test(span) && /\/|\.(ts|md)$/.test(span)) return { kind: 'path', path: span }
  const [, name, member] = /^([A-Za-z]\w*)(?:\.(\w+))?$/.exec(span) ?? []
  return name === undefined ? { kind: 'unknown' } : { kind: 'symbol', name, member }
}

/** The names that a file exports, each with the members that it shows. */
export function exportsOf(path: string, text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
  const declared = new Map<string, ReadonlySet<string>>()
  const exported = new Set<string>()
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined) {
      if (ts.isNamedExports(statement.exportClause))
        for (const { name } of statement.exportClause.elements) exported.add(name.text)
      continue
    }
    const isExported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
      : false
    for (const [name, members] of declarationsOf(statement)) {
      declared.set(name, members)
      if (isExported) exported.add(name)
    }
  }
  return new Map([...exported].map((name) => [name, declared.get(name) ?? new Set<string>()]))
}

function declarationsOf(statement: ts.Statement): [string, ReadonlySet<string>][] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) ? [[name.text, membersOf(initializer)] as [string, Set<string>]] : [],
    )
  const hasName =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return hasName && statement.name !== undefined ? [[statement.name.text, membersOf(statement)]] : []
}

/** Of a class, an interface or an object; what is private is not shown. */
function membersOf(node: ts.Node | undefined): Set<string> {
  const inner = node !== undefined && ts.isTypeAliasDeclaration(node) ? node.type : node
  const bare = inner !== undefined && ts.isAsExpression(inner) ? inner.expression : inner
  if (bare === undefined) return new Set()
  const members: readonly (ts.NamedDeclaration | ts.ObjectLiteralElementLike)[] =
    ts.isClassDeclaration(bare) || ts.isInterfaceDeclaration(bare) || ts.isTypeLiteralNode(bare)
      ? bare.members
      : ts.isObjectLiteralExpression(bare)
        ? bare.properties
        : []
  return new Set(members.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : [])))
}
