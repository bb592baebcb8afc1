import type { BodyReply } from '../../adapters/http/reply.js'
import { textReply } from '../../adapters/http/reply.js'
import { drawTree } from '../../bt/draw/draw.js'
import { parseTree } from '../../bt/xml/parse.js'
import { readLibrary } from '../run/policy.js'

/** A tree's document as it is kept, or drawn; only its own text is ever in there, so a browser may keep it. */
export function treeReply(xml: string, hash: string, as: 'xml' | 'svg'): BodyReply {
  if (as === 'xml') return document(xml, 'text/plain; charset=utf-8', `${hash}-xml`)
  const parsed = parseTree(xml, { file: `${hash}.xml`, library: readLibrary() })
  if (!parsed.ok) return textReply(422, 'this tree cannot be drawn: its document cannot be read')
  const { trees, main } = parsed.value
  const root = trees.find(({ id }) => id === main)?.root
  if (root === undefined) return textReply(422, 'this tree has no main tree')
  return document(drawTree(root, { title: `tree ${hash}` }), 'image/svg+xml; charset=utf-8', `${hash}-svg`)
}

const document = (body: string, type: string, etag: string): BodyReply => ({
  kind: 'body',
  status: 200,
  type,
  body,
  etag,
  csp: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
})
