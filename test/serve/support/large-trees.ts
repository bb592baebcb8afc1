const root = (trees: string): string => `<root BTCPP_format="4" main_tree_to_execute="Main">${trees}</root>`

const tree = (id: string, inside: string): string => `<BehaviorTree ID="${id}">${inside}</BehaviorTree>`

const many = (count: number, make: (index: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(between)

/** A loop over so many items. */
export const loopTree = (items: number): string => {
  const queue = many(items, (index) => `i${index}`, ';')
  return root(tree('Main', `<LoopString queue="${queue}" value="{x}"><Sleep msec="1"/></LoopString>`))
}

/** A sequence of so many leaves, no two alike. */
export const sleepyTree = (leaves: number, name = ''): string =>
  root(
    tree(
      'Main',
      `<Sequence>${many(leaves, (index) => `<Sleep${name === '' ? '' : ` name="${name}"`} msec="${index + 1}"/>`)}</Sequence>`,
    ),
  )

/** Trees that each open the next one twice. */
export const doublingTree = (levels: number): string => {
  const id = (level: number): string => (level === 0 ? 'Main' : `T${level}`)
  const twice = (level: number): string =>
    `<Sequence>${many(2, () => `<SubTree ID="${id(level + 1)}"/>`)}</Sequence>`
  return root(
    many(levels, (level) => tree(id(level), level === levels - 1 ? '<AlwaysSuccess/>' : twice(level))),
  )
}
