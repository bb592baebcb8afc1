import type { BodyReply } from '#adapters/http/reply.js'
import { textReply } from '#adapters/http/reply.js'
import type { Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import type { StoredTree } from '../trees/read-tree.js'

/** A tree's stored document. */
export const treeText = ({ hash, xml }: StoredTree): BodyReply =>
  document(xml, 'text/plain; charset=utf-8', `${hash}-xml`)

/** Draws a tree, or says why not: too large, too slow, or too many others are waiting. */
export async function treePicture(
  tree: StoredTree,
  draw: (tree: StoredTree) => Promise<Result<string, Refusal>>,
): Promise<BodyReply> {
  const drawn = await draw(tree)
  if (drawn.ok) return document(drawn.value, 'image/svg+xml; charset=utf-8', `${tree.hash}-svg`)
  const { code, message } = drawn.error
  return textReply(code === 'tree.busy' ? 503 : 422, `this tree cannot be drawn: ${message}`)
}

/** It contains only the tree's own text, so a browser may cache it. */
const document = (body: string, type: string, etag: string): BodyReply => ({
  kind: 'body',
  status: 200,
  type,
  body,
  etag,
  csp: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
})
