import { visit } from '#bt/script/visit.js'
import type { Lint } from '../context.js'
import { locationInValue, warning } from '#bt/problem.js'
import { eachNode, scriptsOf } from './walk.js'

/** Warns of `a && b := 1`, which always assigns: both sides of && and || are evaluated. */
export const bothSides: Lint = (doc) =>
  eachNode(doc, (node) =>
    scriptsOf(node).flatMap(({ attr, ast }) => {
      const found: number[] = []
      for (const statement of ast.statements) {
        visit(statement, (part) => {
          if (part.kind !== 'binary' || (part.operator !== '&&' && part.operator !== '||')) return
          visit(part.right, (inner) => {
            if (inner.kind === 'assignment') found.push(inner.target.start)
          })
        })
      }
      return found.map((offset) =>
        warning(
          node,
          'bt.both-sides',
          `script ${attr}: this assignment always executes, whatever the left side`,
          {
            where: locationInValue(node, attr, offset),
            hint: 'write it as condition ? (x := 1) : 0, or as a script of its own',
          },
        ),
      )
    }),
  )
