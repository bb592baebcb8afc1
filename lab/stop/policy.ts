import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'

/** Drives to and fro for ever. */
export function circling(library: NodeLibrary): TreeDoc {
  const body = '<Repeat num_cycles="-1"><Sequence><MoveToZone zone="8"/><MoveToHome/></Sequence></Repeat>'
  const text = `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  return must(parseTree(text, { file: 'bench.xml', library }), 'the tree of this bench')
}
