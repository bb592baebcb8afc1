import { variablesOf } from '#bt/script/variables.js'
import type { Lint } from '../context.js'
import { valueLocation, warning } from '#bt/problem.js'
import { nodesOf, scriptsOf } from './walk.js'

/** Warns of a literal that SetBlackboard writes to a script's variable, which leaves the variable empty. */
export const literalOntoVariable: Lint = (doc) =>
  doc.trees.flatMap(({ root }) => {
    const nodes = nodesOf(root)
    const created = new Set(
      nodes.flatMap((node) => scriptsOf(node).flatMap(({ ast }) => [...variablesOf(ast).creates])),
    )
    return nodes
      .filter(({ id, attrs }) => {
        const { value, output_key: key } = attrs
        return (
          id === 'SetBlackboard' &&
          value !== undefined &&
          !/^ *\{/.test(value) &&
          created.has(bare(key ?? ''))
        )
      })
      .map((node) =>
        warning(
          node,
          'bt.literal-onto-variable',
          `${bare(node.attrs['output_key'] ?? '')} is a variable of a script and becomes empty here`,
          {
            where: valueLocation(node, 'value'),
            hint: 'assign it in a Script',
          },
        ),
      )
  })

const bare = (key: string): string => key.replace(/^\{(.*)\}$/, '$1')
