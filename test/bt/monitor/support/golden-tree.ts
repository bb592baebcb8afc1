import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import type { NodeSpec } from '#bt/document.js'
import { Blackboard } from '#bt/blackboard.js'
import { TreeNode, type NodeSite } from '#bt/node/node.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { NodeLibrary } from '#bt/library.js'
import type { Status } from '#bt/status.js'
import { ObjectValue } from '#bt/value/value.js'
import { INT32, type ValueType } from '#bt/value/types.js'
import { parseTree } from '#bt/xml/parse.js'

/** The tree that was running when the golden bytes were recorded, with its blackboards. */
export function goldenTree(externalRoot: boolean): { readonly tree: Tree; readonly library: NodeLibrary } {
  const library = new NodeLibrary([ACT])
  const registry = new NodeRegistry(library).node('Act', (site) => new Act(site))
  const doc = must(parseTree(XML, { file: 'golden.xml', library }), 'the golden tree')
  const root = externalRoot ? new Blackboard() : undefined
  root?.set('g', library.types.byName('int64'), 7n)
  const blackboard = new Blackboard(root)
  const set = (key: string, type: string, data: unknown): void =>
    blackboard.set(key, library.types.byName(type), data)
  set('big', 'int64', 1_099_511_627_776n)
  set('flag', 'bool', true)
  set('neg', 'int32', -5)
  set('pi', 'double', 3.25)
  set('u8', 'uint8', 200)
  set('vd', 'vector<double>', [0.5, 2])
  set('vec', 'vector<int32>', [1, 2, 3])
  set('vs', 'vector<string>', ['a', 'b'])
  blackboard.set('pt', POINT, { x: 1, y: 2 })
  const tree = must(createTree(doc, registry, { clock: new VirtualClock(), blackboard }), 'the golden tree')
  return { tree, library }
}

const XML = `<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    <Sequence name="root_seq">
      <Script code="x:=1; name:='bob'"/>
      <Act name="act" count="{cnt}" _onSuccess="done:=true"/>
      <SubTree ID="Sub" name="sub" v="{x}"/>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID="Sub">
    <Fallback>
      <AlwaysFailure/>
      <AlwaysSuccess name="ok" _skipIf="v==99"/>
    </Fallback>
  </BehaviorTree>
</root>`

const INT = { kind: 'value', type: 'int32' } as const
const ACT: NodeSpec = {
  id: 'Act',
  kind: 'action',
  description: '',
  ports: [
    { name: 'ticks', direction: 'in', type: INT, default: '2', description: 'how often it is RUNNING' },
    { name: 'count', direction: 'out', type: INT, description: '' },
  ],
}

const POINT: ValueType<{ x: number; y: number }> = {
  name: 'Point',
  strong: true,
  early: false,
  parse: () => ({ x: 0, y: 0 }),
  read: () => ({ x: 0, y: 0 }),
  store: (data) => new ObjectValue('Point', data),
}

/** RUNNING for as many ticks as its port says. */
class Act extends TreeNode {
  readonly #count
  readonly #ticks
  #done = 0

  constructor(site: NodeSite) {
    super(site)
    this.#count = site.ports.output('count', INT32)
    this.#ticks = site.ports.input('ticks', INT32)
  }

  override halt(): void {
    this.reset()
  }

  protected override tick(): Status {
    this.#done = this.status === 'RUNNING' ? this.#done + 1 : 0
    this.#count.set(this.#done)
    return this.#done < this.#ticks.get() ? 'RUNNING' : 'SUCCESS'
  }
}
