import type { Lint } from '../context.js'
import { valuePlace, warning } from '../problem.js'
import { isPortName } from '#bt/xml/palette/names.js'
import { eachNode } from './walk.js'

/** `go="true"` on a SubTree makes the text "true", which `!go` and `go && …` inside cannot take. */
export const boolLiteral: Lint = (doc) =>
  eachNode(doc, (node) => {
    if (node.kind !== 'subtree') return []
    return Object.entries(node.attrs)
      .filter(([port, text]) => isPortName(port) && /^(true|false)$/i.test(text))
      .map(([port, text]) => {
        const hint = `write ${port}="${/^true$/i.test(text) ? 1 : 0}", or compare inside: ${port} == true`
        return warning(node, 'bt.bool-literal', `${port} is a text inside the SubTree, not a truth value`, {
          where: valuePlace(node, port),
          hint,
        })
      })
  })
