import { err, ok, type Result } from '#base/result.js'
import type { NodeDef } from '../document.js'
import type { Problem } from './error.js'

/**
 * Checks that an attribute survives a round trip through XML: a valid name, and a value of characters that XML allows.
 */
export function checkText(name: string, value: string | null, path: string): Result<undefined, Problem> {
  if (!XML_NAME.test(name)) return err(notXml(path, `${JSON.stringify(name)} is not a valid attribute name`))
  if (value !== null && NOT_XML.test(value)) {
    return err(notXml(path, `the value of ${name} contains a character that XML does not allow`))
  }
  return ok(undefined)
}

export function checkNodeText(node: NodeDef, path: string): Result<undefined, Problem> {
  if (node.id === '' || NOT_XML.test(node.id))
    return err(notXml(path, 'a node needs a name that XML can hold'))
  for (const [name, value] of Object.entries(node.attrs)) {
    const fine = checkText(name, value, path)
    if (!fine.ok) return fine
  }
  for (const child of node.children) {
    const fine = checkNodeText(child, path)
    if (!fine.ok) return fine
  }
  return ok(undefined)
}

const notXml = (path: string, message: string): Problem => ({ code: 'edit.not-xml', path, message })

const XML_NAME = /^[\p{L}_][\p{L}\p{N}_.:-]{0,127}$/u
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
