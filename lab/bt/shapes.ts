/** One tree, written for both engines: every node of it is ticked at every tick, and the tree succeeds. */
export interface Shape {
  readonly name: string
  readonly nodes: number
  readonly xml: string
  /** in mistreevous's own language; it calls functions where this engine has built-in leaves and scripts */
  readonly mdsl: string
}

/**
 * A Sequence of Fallbacks, each with a leaf that fails and one that succeeds. @param nodes 1 more than a
 * multiple of 3
 */
export function groups(nodes: number): Shape {
  const count = (nodes - 1) / 3
  const group = '<Fallback><AlwaysFailure/><AlwaysSuccess/></Fallback>'
  return {
    name: `${nodes} nodes`,
    nodes,
    xml: document(`<Sequence>\n${`      ${group}\n`.repeat(count)}</Sequence>`),
    mdsl: `root { sequence { ${'selector { action [Fail] action [Succeed] } '.repeat(count)} } }`,
  }
}

/**
 * 10 scripts of 3 statements, 10 conditions and 7 leaves with a script before and one after, in 10 groups. mistreevous
 * has no scripts: its side of it is the same arithmetic in JavaScript.
 */
export function scripts(): Shape {
  const action = `<Script code="a := 3; b := a * 2 + 1; c := (b - a) * 0.5"/>`
  const test = `<ScriptCondition code="a &lt; b &amp;&amp; c &gt; 1"/>`
  const leaf = `<AlwaysSuccess _skipIf="a &gt; b" _post="d := c + 1"/>`
  const xml = GROUPS.map((index) => `<Sequence>${action}${test}${index < WITH_LEAF ? leaf : ''}</Sequence>`)
  const mdsl = GROUPS.map(
    (index) =>
      `sequence { action [Step] condition [Test] ${
        index < WITH_LEAF ? 'action [Succeed] while(Before) ' + 'exit(After)' : ''
      } }`,
  )
  return {
    name: 'script-heavy',
    nodes: 1 + 3 * GROUPS.length + WITH_LEAF,
    xml: document(`<Sequence>${xml.join('\n')}</Sequence>`),
    mdsl: `root { sequence { ${mdsl.join('\n')} } }`,
  }
}

const GROUPS = Array.from({ length: 10 }, (_, index) => index)
const WITH_LEAF = 7

const document = (root: string): string =>
  `<root BTCPP_format="4" main_tree_to_execute="Main">\n  <BehaviorTree ID="Main">\n    ` +
  `${root}\n  </BehaviorTree>\n</root>\n`
