import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import { projectFile } from '#documents/project-files.js'
import { readPolicy } from '#app/policy.js'

/** The first policy of the paper (VRL-03): one load, one unload. */
export const initialTree = (library: NodeLibrary): TreeDoc =>
  must(readPolicy(projectFile('bt/initial.xml'), library), 'the shipped first policy')

/** Stands at home for an instant and is done. */
export const doNothingTree = (library: NodeLibrary): TreeDoc =>
  must(parseTree(DO_NOTHING, { file: 'do-nothing.xml', library }), 'the tree that does nothing')

const DO_NOTHING =
  '<root BTCPP_format="4"><BehaviorTree ID="Main"><Sequence><CustomDelay ' +
  'duration="0"/></Sequence></BehaviorTree></root>'
