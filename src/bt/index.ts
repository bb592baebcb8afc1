/**
 * The behaviour-tree engine as a library: what programs of others import. Everything else in this folder is the
 * engine's inside and may change.
 */
export { VirtualClock, type Clock } from '../base/clock.js'
export { formatDiagnostic, type Diagnostic, type SourceRef } from '../base/diagnostic.js'
export type { Result } from '../base/result.js'
export { ms, type Ms } from '../base/units.js'
export { checkText, type CheckReport } from './check.js'
export type { Compat } from './compat.js'
export { defineAction, type Action } from './custom/action.js'
export { defineAsyncAction, type AsyncAction } from './custom/async-action.js'
export { defineCondition, type Condition } from './custom/condition.js'
export type {
  AsyncContext,
  Child,
  Children,
  ControlContext,
  DecoratorContext,
  NodeContext,
  PortAccess,
} from './custom/context.js'
export { defineControl, type Control } from './custom/control.js'
export { NodeDefinitionError } from './custom/declare/definition-error.js'
export type { NodeDefinition } from './custom/declare/definition.js'
export {
  inout,
  input,
  output,
  type InOutDeclaration,
  type InputDeclaration,
  type OutputDeclaration,
  type PortMap,
} from './custom/declare/ports.js'
export { defineEnum, defineType, type EnumType, type UserType } from './custom/declare/value-types.js'
export { defineDecorator, type Decorator } from './custom/decorator.js'
export { loadTree, type LoadOptions } from './custom/load-tree.js'
export { registerAll } from './custom/register/register-all.js'
export { defineStatefulAction, type StatefulAction } from './custom/stateful-action.js'
export type { NodeDef, NodeSpec, PortSpec, TreeDef, TreeDoc } from './document.js'
export { drawDiff, drawTree } from './draw/draw.js'
export type { PatchEdit } from './edit.js'
export { applyEdits } from './edit/apply.js'
export { documentDiffLines } from './edit/diff-lines.js'
export { diff } from './edit/diff.js'
export { Blackboard } from './engine/blackboard.js'
export { BlackboardError, NodeExecutionError, PortError, TreeLogicError } from './engine/errors.js'
export { NodeRegistry } from './engine/registry.js'
export { createTree, Tree, type TreeObserver, type TreeOptions } from './engine/tree.js'
export { writeNodesModel } from './export/nodes-xml.js'
export { writeXsd } from './export/xsd.js'
export { NodeLibrary } from './library.js'
export { readBtLog } from './log/btlog-reader.js'
export { BtLogWriter } from './log/btlog-writer.js'
export { ChromeTraceWriter } from './log/chrome-trace.js'
export { Counters } from './log/counters.js'
export type { Status, TickStatus } from './status.js'
export type { TraceEvent } from './trace.js'
export { queueType, vectorType } from './value/lists.js'
export {
  ANY,
  BOOL,
  DOUBLE,
  FLOAT,
  INT16,
  INT32,
  INT64,
  INT8,
  STRING,
  UINT16,
  UINT32,
  UINT64,
  UINT8,
  UNTYPED,
  type ValueType,
} from './value/types.js'
export { NODE_STATUS } from './value/type-table.js'
export { BT_LINTS } from './validate/lint/lints.js'
export { formatTree } from './write/format.js'
export { rewrite } from './write/rewrite.js'
export { parseTree } from './xml/parse.js'
export { readNodesModel } from './xml/read-model.js'
export { treeHash, writeTree } from './xml/write.js'
