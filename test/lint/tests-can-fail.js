/**
 * Rules for tests that can fail, for eslint.config.js: what stands in a test must be able to fail it, in every run.
 */
export const testsCanFail = {
  rules: {
    'no-conditional-expect': {
      meta: { type: 'problem', messages: { found: CONDITIONAL() }, schema: [] },
      create: (context) => ({
        CallExpression(node) {
          if (
            node.callee.type === 'Identifier' &&
            node.callee.name === 'expect' &&
            conditionOf(node, context)
          )
            context.report({ node, messageId: 'found' })
        },
      }),
    },
    'no-early-return': {
      meta: { type: 'problem', messages: { found: EARLY() }, schema: [] },
      create: (context) => ({
        IfStatement(node) {
          const leaves = statementsOf(node.consequent).at(-1)?.type === 'ReturnStatement'
          if (
            leaves &&
            isTestBody(functionOf(node)) &&
            !expects(node.consequent, context) &&
            !settled(node, context)
          )
            context.report({ node, messageId: 'found' })
        },
      }),
    },
    'no-tautology': {
      meta: {
        type: 'problem',
        messages: { found: 'It compares a thing with itself, or a constant.' },
        schema: [],
      },
      create: (context) => ({
        CallExpression(node) {
          const asked = askedOf(node)
          if (asked === undefined) return
          const text = (each) => context.sourceCode.getText(each)
          const [expected] = node.arguments
          const same = expected !== undefined && text(asked) === text(expected) && !text(asked).includes('(')
          if (same || asked.type === 'Literal') context.report({ node, messageId: 'found' })
        },
      }),
    },
    'expects-something': {
      meta: {
        type: 'problem',
        messages: { found: 'A test without an expectation can fail only by throwing: say what must be so.' },
        schema: [],
      },
      create: (context) => ({
        CallExpression(node) {
          const body = node.arguments.findLast(isFunction)
          if (isTestCall(node) && body !== undefined && !asserts(body, context))
            context.report({ node, messageId: 'found' })
        },
      }),
    },
  },
}

function CONDITIONAL() {
  return 'An expectation under a condition may never be met: say both outcomes, or count beside it how often it was met and expect the count.'
}

function EARLY() {
  return 'A test that returns here passes without having looked: expect the condition, or say with needs() what is missing.'
}

/** The nearest condition that nothing makes up for: neither the other branch expects something, nor a count stands beside. */
function conditionOf(node, context) {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (
      at.type === 'CatchClause' &&
      !/expect\.(unreachable|fail)/.test(context.sourceCode.getText(at.parent.block))
    )
      return at
    if (at.type === 'ConditionalExpression' && child !== at.test) return at
    if (at.type === 'LogicalExpression' && child === at.right) return at
    if (at.type !== 'IfStatement' || child === at.test) continue
    const other = child === at.consequent ? at.alternate : at.consequent
    // whatever else is asked further out, the count says how often it came to this
    if (counts(child)) return undefined
    const madeUp =
      (other && expects(other, context)) || leavesWithExpectation(at, context) || settled(at, context)
    if (!madeUp) return at
  }
  return undefined
}

/** `if (…) return expect(…)`, or a block that expects and returns: what follows is the other outcome. */
const leavesWithExpectation = (node, context) =>
  statementsOf(node.consequent).at(-1)?.type === 'ReturnStatement' && expects(node.consequent, context)

/** The statement before has expected what is asked here: the condition is for the compiler, which does not know. */
function settled(node, context) {
  const siblings = node.parent.body
  const before = Array.isArray(siblings) ? siblings[siblings.indexOf(node) - 1] : undefined
  if (before === undefined) return false
  const [word] = /[A-Za-z_$][\w$]*/.exec(context.sourceCode.getText(node.test)) ?? ['']
  return new RegExp(`^(await )?expect\\([\\s\\S]*?\\b${word}\\b`).test(context.sourceCode.getText(before))
}

const statementsOf = (node) => (node.type === 'BlockStatement' ? node.body : [node])

/** `n++`, `n += …`, `seen.add(…)`, `seen.push(…)` among the statements of a branch. */
const counts = (branch) =>
  statementsOf(branch).some(({ type, expression }) => {
    if (type !== 'ExpressionStatement') return false
    if (expression.type === 'UpdateExpression') return true
    if (expression.type === 'AssignmentExpression') return expression.operator === '+='
    return (
      expression.type === 'CallExpression' &&
      expression.callee.type === 'MemberExpression' &&
      ['add', 'push'].includes(expression.callee.property.name)
    )
  })

const expects = (node, context) => /\b(expect|throw)\b|\bfail\(/.test(context.sourceCode.getText(node))
/** also helpers by their names: `expectComplete`, `judge`, `holds` */
const asserts = (node, context) =>
  /\b(expect\w*|fc\.assert|assert\w*|check\w*|judge\w*|holds\w*|until)\b/.test(
    context.sourceCode.getText(node),
  )

const isFunction = ({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

function functionOf(node) {
  let at = node.parent
  while (at && !isFunction(at) && at.type !== 'FunctionDeclaration') at = at.parent
  return at
}

const isTestBody = (node) => node?.parent?.type === 'CallExpression' && isTestCall(node.parent)

/** `it(…)`, `test.each(…)(…)`, `it.only(…)` */
function isTestCall({ callee }) {
  let at = callee
  while (at.type === 'CallExpression' || at.type === 'MemberExpression')
    at = at.type === 'CallExpression' ? at.callee : at.object
  const called = callee.type === 'MemberExpression' ? callee.property.name : ''
  return at.type === 'Identifier' && ['it', 'test'].includes(at.name) && called !== 'each'
}

/** What `expect` was given, when the call is a comparison of it. */
function askedOf({ callee }) {
  if (callee.type !== 'MemberExpression' || !/^to(Be|Equal|StrictEqual)$/.test(callee.property.name))
    return undefined
  const call = callee.object
  const isExpect =
    call.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === 'expect'
  return isExpect ? call.arguments[0] : undefined
}
