/**
 * The behaviour-tree engine as a library: the public API for other programs. Everything else in this folder is
 * internal and may change.
 */
export { VirtualClock, type Clock } from '#base/clock.js'
export { formatDiagnostic, type Diagnostic, type SourceRef } from '#base/diagnostic.js'
export type { Result } from '#base/result.js'
export { ms, type Ms } from '#base/units.js'
export { checkText, type CheckReport } from '#bt/check.js'
export type { Compat } from '#bt/compat.js'
export { defineAction, type Action } from '#bt/custom/action.js'
export { defineAsyncAction, type AsyncAction } from '#bt/custom/async-action.js'
export { defineCondition, type Condition } from '#bt/custom/condition.js'
export type {
  AsyncContext,
  Child,
  Children,
  ControlContext,
  DecoratorContext,
  NodeContext,
  PortAccess,
} from '#bt/custom/context.js'
export { defineControl, type Control } from '#bt/custom/control.js'
export { NodeDefinitionError } from '#bt/custom/declare/definition-error.js'
export type { NodeDefinition } from '#bt/custom/declare/definition.js'
export {
  inout,
  input,
  output,
  type InOutDeclaration,
  type InputDeclaration,
  type OutputDeclaration,
  type PortMap,
} from '#bt/custom/declare/ports.js'
export { defineEnum, defineType, type EnumType, type UserType } from '#bt/custom/declare/value-types.js'
export { defineDecorator, type Decorator } from '#bt/custom/decorator.js'
export { loadTree, type LoadOptions } from '#bt/engine/load-tree.js'
export { registerAll } from '#bt/engine/register-all.js'
export { defineStatefulAction, type StatefulAction } from '#bt/custom/stateful-action.js'
export type { NodeDef, NodeSpec, PortSpec, TreeDef, TreeDoc } from '#bt/document.js'
export { drawDiff, drawTree } from './draw/draw.js'
export type { PatchEdit } from '#bt/edit.js'
export { applyEdits } from '#bt/edit/apply.js'
export { documentDiffLines } from '#bt/edit/diff-lines.js'
export { diff } from '#bt/edit/diff.js'
export { Blackboard, BlackboardError } from '#bt/blackboard.js'
export { NodeExecutionError, PortError, TreeLogicError } from '#bt/node/errors.js'
export { NodeRegistry } from '#bt/engine/registry.js'
export { createTree, Tree, type TreeObserver, type TreeOptions } from '#bt/engine/tree.js'
export { writeNodesModel } from './export/nodes-xml.js'
export { writeXsd } from './export/xsd.js'
export { NodeLibrary } from '#bt/library.js'
export { readBtLog } from './log/btlog-reader.js'
export { BtLogWriter } from './log/btlog-writer.js'
export { ChromeTraceWriter } from './log/chrome-trace.js'
export { Counters } from './log/counters.js'
export type { Status, TickStatus } from '#bt/status.js'
export type { TraceEvent } from '#bt/trace.js'
export { queueType, vectorType } from '#bt/value/lists.js'
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
} from '#bt/value/types.js'
export { NODE_STATUS } from '#bt/value/type-table.js'
export { BT_LINTS } from '#bt/validate/lint/lints.js'
export { formatTree } from '#bt/write/format.js'
export { rewrite } from '#bt/write/rewrite.js'
export { parseTree } from '#bt/xml/parse.js'
export { readNodesModel } from '#bt/xml/read-model.js'
export { treeHash, writeTree } from '#bt/xml/write.js'
