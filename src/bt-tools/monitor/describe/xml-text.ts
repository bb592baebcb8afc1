/** A printable XML element, indented by four spaces per level like the reference's output. */
export class XmlNode {
  readonly #name: string
  readonly #attrs: Readonly<Record<string, string>>
  readonly #inside: readonly XmlNode[] | string

  constructor(name: string, attrs: Readonly<Record<string, string>>, inside: readonly XmlNode[] | string) {
    this.#name = name
    this.#attrs = attrs
    this.#inside = inside
  }

  text(): string {
    const lines: string[] = []
    this.#print('', lines)
    return lines.join('')
  }

  #print(indent: string, lines: string[]): void {
    const attrs = Object.entries(this.#attrs).map(([key, value]) => ` ${key}="${escape(value)}"`)
    const open = `${indent}<${this.#name}${attrs.join('')}`
    if (this.#inside.length === 0) lines.push(`${open}/>\n`)
    else if (typeof this.#inside === 'string') lines.push(`${open}>${escape(this.#inside)}</${this.#name}>\n`)
    else {
      lines.push(`${open}>\n`)
      for (const child of this.#inside) child.#print(`${indent}    `, lines)
      lines.push(`${indent}</${this.#name}>\n`)
    }
  }
}

export const element = (
  name: string,
  attrs: Readonly<Record<string, string>>,
  inside: readonly XmlNode[] | string = [],
): XmlNode => new XmlNode(name, attrs, inside)

/** Also escapes quotes, and writes line breaks and tabs as numeric references, since attributes would lose them. */
const escape = (text: string): string => text.replace(/[&<>"'\n\r\t]/g, (char) => ESCAPES[char] ?? char)

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
