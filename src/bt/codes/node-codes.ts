import { codesForStage, type CodeInfo } from './code-info.js'

const node = codesForStage('register')

/** Why a user-defined node type is rejected. */
export const NODE_CODES: Readonly<Record<string, CodeInfo>> = {
  'node.definition': node(
    'Invalid definition',
    'A port has the name of an attribute that means something else, or a default that its type cannot read.',
    "ports: { name: input(STRING, 'who') }",
    "ports: { who: input(STRING, 'who') }",
  ),
  'node.taken': node(
    'ID in use',
    'A node of the engine, or one registered before, has this ID.',
    "defineAction({ id: 'Sequence', … })",
    "defineAction({ id: 'MySequence', … })",
  ),
  'node.type-taken': node(
    'Name of a type or enum in use',
    'Two types have the same name, or two enums give one name different numbers.',
    "defineEnum('Color', { RED: 0 }) and defineEnum('Light', { RED: 2 })",
    "defineEnum('Light', { RED_LIGHT: 2 })",
  ),
  'node.palette': node(
    'Code and palette differ',
    'The palette describes the node with other ports, another kind, or not at all.',
    '<Action ID="Open"/> and ports: { width: input(DOUBLE, …) }',
    '<Action ID="Open"><input_port name="width" type="double"/></Action>',
  ),
  'node.plugin': node(
    'Module without definitions',
    'A plugin is a module whose default export is a list of definitions.',
    'export const open = …',
    'export default [open]',
  ),
}
