import { join } from 'node:path'
import ts from 'typescript'

/** A field of a published type: its path, what it may be, and the comment at its declaration. */
export interface Row {
  readonly path: string
  readonly type: string
  readonly what: string
}

/** Reads types of `src/runtime/status` as the compiler does. */
export class Types {
  readonly #checker: ts.TypeChecker
  readonly #program: ts.Program

  constructor(root: string, ...files: readonly string[]) {
    this.#program = ts.createProgram(
      files.map((file) => join(root, file)),
      {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: [],
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        customConditions: ['source'],
      },
    )
    this.#checker = this.#program.getTypeChecker()
  }

  /** @param depth how many levels of objects are opened */
  rows(name: string, depth: number): readonly Row[] {
    return this.#fields(this.#named(name), '', depth)
  }

  /** Members of a union of objects, by their `kind`. */
  kinds(name: string): ReadonlyMap<string, readonly Row[]> {
    const type = this.#named(name)
    const members = type.isUnion() ? type.types : [type]
    return new Map(
      members.map((member) => {
        const fields = this.#fields(member, '', 1)
        const kind = fields.find(({ path }) => path === 'kind')?.type ?? ''
        return [kind, fields.filter(({ path }) => path !== 'kind')]
      }),
    )
  }

  #named(name: string): ts.Type {
    for (const file of this.#program.getSourceFiles())
      for (const statement of file.statements)
        if (
          (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
          statement.name.text === name
        )
          return this.#checker.getTypeAtLocation(statement)
    throw new Error(`there is no type ${name}`)
  }

  #fields(type: ts.Type, prefix: string, depth: number): readonly Row[] {
    return type.getProperties().flatMap((property) => {
      const of = this.#checker.getTypeOfSymbol(property)
      const optional = (property.flags & ts.SymbolFlags.Optional) !== 0
      const path = `${prefix}${property.name}`
      const what = ts
        .displayPartsToString(property.getDocumentationComment(this.#checker))
        .replace(/\s+/g, ' ')
      const { element, list } = this.#inside(of)
      const row = { path: `${path}${optional ? '?' : ''}`, type: this.#say(of), what }
      const isObject = isPlain(element)
      return isObject && depth > 0
        ? [row, ...this.#fields(element, `${path}${list ? '[]' : ''}.`, depth - 1)]
        : [row]
    })
  }

  /** Without null and undefined, and of a list its elements. */
  #inside(type: ts.Type): { readonly element: ts.Type; readonly list: boolean } {
    const plain = this.#checker.getNonNullableType(type)
    const [element] = this.#checker.isArrayType(plain)
      ? this.#checker.getTypeArguments(plain as ts.TypeReference)
      : []
    return { element: element ?? plain, list: element !== undefined }
  }

  #say(type: ts.Type): string {
    const { element, list } = this.#inside(type)
    const isNullable = type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0)
    const one = this.#sayOne(element)
    return `${list ? `list of ${one}${isWord(one) ? 's' : ''}` : one}${isNullable ? ', or null' : ''}`
  }

  #sayOne(type: ts.Type): string {
    // a number or text with a brand, such as `Milliseconds`
    const [unbranded] = type.isIntersection() ? type.types : []
    if (unbranded !== undefined && (unbranded.flags & ts.TypeFlags.Object) === 0)
      return this.#sayOne(unbranded)
    if ((type.flags & ts.TypeFlags.StringLike) !== 0 && !type.isUnion())
      return type.isStringLiteral() ? type.value : 'text'
    if ((type.flags & ts.TypeFlags.BooleanLike) !== 0) return 'true or false'
    if ((type.flags & ts.TypeFlags.NumberLike) !== 0) return 'number'
    if (type.isUnion() && type.types.every((each) => each.isStringLiteral()))
      return type.types
        .map((each) => this.#sayOne(each))
        .sort() // the compiler's order depends on what it read first
        .join(' \\| ')
    return 'object'
  }
}

const isWord = (type: string): boolean => ['text', 'number', 'object'].includes(type)

const isPlain = (type: ts.Type): boolean =>
  !type.isUnion() &&
  (type.flags & ts.TypeFlags.Object) !== 0 &&
  type.getCallSignatures().length === 0 &&
  type.getStringIndexType() === undefined
