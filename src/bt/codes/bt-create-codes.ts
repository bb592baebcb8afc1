import { codesForStage, type CodeInfo } from './code-info.js'

const create = codesForStage('create')

/**
 * Problems that appear when the nodes of the main tree are created; in trees that it does not use they are warnings.
 */
export const BT_CREATE_CODES: Readonly<Record<string, CodeInfo>> = {
  'bt.main-tree': create(
    'Main tree missing or ambiguous',
    'main_tree_to_execute names a tree that is not there, or is missing where there are several trees.',
    '<root main_tree_to_execute="Mian">',
    '<root main_tree_to_execute="Main">',
  ),
  'bt.unknown-subtree': create(
    'Tree not found',
    'A SubTree names a tree that neither this document nor an included one defines.',
    '<SubTree ID="Gone"/>',
    '<include path="gone.xml"/> … <SubTree ID="Gone"/>',
  ),
  'bt.recursion': create(
    'Tree inside itself',
    'A tree contains itself, directly or through others, and would never end.',
    '<BehaviorTree ID="A"><SubTree ID="A"/>',
    '<Repeat num_cycles="-1">',
  ),
  'bt.nested-tree': create(
    'BehaviorTree inside a tree',
    'Trees belong side by side in <root>.',
    '<Sequence><BehaviorTree ID="B">…',
    '<Sequence><SubTree ID="B"/>',
  ),
  'bt.opened-too-large': create(
    'Running tree too large',
    'With all SubTrees expanded, the tree has more nodes than can be ticked, or is too deep.',
    'trees that name others twice, 20 deep',
    'Repeat instead of copies',
  ),
  'bt.duplicate-path': create(
    'Two SubTrees with the same path',
    'Two SubTree nodes in one tree have the same name.',
    '<SubTree ID="B" name="x"/><SubTree ID="B" name="x"/>',
    '<SubTree ID="B" name="x1"/><SubTree ID="B" name="x2"/>',
  ),
  'bt.instance-name': create(
    'Control character in a name',
    'A node’s name may hold anything but control characters.',
    'name="a&#1;b"',
    'name="a b"',
  ),
  'bt.id-not-allowed': create(
    'ID on a compact tag',
    'The tag already is the ID.',
    '<Sequence ID="approach">',
    '<Sequence name="approach">',
  ),
  'bt.unknown-port': create(
    'Unknown port',
    'The node has no port of this name.',
    '<Repeat cycles="2">',
    '<Repeat num_cycles="2">',
  ),
  'bt.unknown-subtree-port': create(
    'Port that the SubTree’s model does not name',
    'BehaviorTree.CPP passes it on all the same; it may be misspelt.',
    '<SubTree ID="S" gaol="{g}"/>',
    '<SubTree ID="S" goal="{g}"/>',
  ),
  'bt.ignored-attribute': create(
    'Ignored attribute',
    'Not a valid port or script attribute, so it is ignored. Usually a misspelt `_skipIf` or similar.',
    '_skipif="done"',
    '_skipIf="done"',
  ),
  'bt.missing-port': create(
    'Port missing',
    'The node needs it to be created, or a SubTree’s model has no default for it.',
    '<Script/>',
    '<Script code="a:=1"/>',
  ),
  'bt.unset-port': create(
    'Port without value',
    'The port has no default. BehaviorTree.CPP creates the tree and fails when the node reads it.',
    '<Delay><A/></Delay>',
    '<Delay delay_msec="100"><A/></Delay>',
  ),
  'bt.port-type': create(
    'Text that is not a value of the port',
    'Literals are converted when the tree is created; to name a blackboard entry, write braces.',
    'num_cycles="three"',
    'num_cycles="3"',
  ),
  'bt.port-range': create(
    'Value out of range',
    'The number is outside of what the port allows.',
    'place="9"',
    'place="8"',
  ),
  'bt.partial-literal': create(
    'Number read only in part',
    'BehaviorTree.CPP reads the digits at the beginning and ignores the rest.',
    'num_cycles="3.9"',
    'num_cycles="3"',
  ),
  'bt.late-literal': create(
    'Literal that fails later',
    'Statuses and enums are converted only when the node reads them.',
    '<Precondition else="NOPE">',
    '<Precondition else="FAILURE">',
  ),
  'bt.output-literal': create(
    'Output without a key',
    'What the node writes goes nowhere, or fails at run time.',
    'path="route"',
    'path="{route}"',
  ),
  'bt.subtree-literal': create(
    'Literal that the SubTree’s model does not allow',
    'BehaviorTree.CPP stores it as it is; the node inside that reads it fails.',
    '<SubTree ID="S" count="many"/>',
    '<SubTree ID="S" count="3"/>',
  ),
  'bt.port-conflict': create(
    'One entry with two types',
    'Two ports of different types point to one blackboard entry.',
    '<SetInt out="{x}"/><GetString in="{x}"/>',
    '<SetInt out="{x}"/><GetString in="{text}"/>',
  ),
  'bt.key': create(
    'Invalid blackboard key',
    '`@` may appear only once, at the beginning of a key.',
    'out="{@a@b}"',
    'out="{@a_b}"',
  ),
  'bt.script': create(
    'Script that cannot be read',
    'The script language has its own rules: texts in single quotes, := to create a variable, ; between statements.',
    '_skipIf="a =="',
    '_skipIf="a == 1"',
  ),
  'bt.substitution': create(
    'Invalid substitution',
    'A substitution rule names a node type that is not registered.',
    '{"SubstitutionRules": {"a": "NoSuchNode"}}',
    '{"SubstitutionRules": {"a": "AlwaysSuccess"}}',
  ),
  'bt.no-code': create(
    'No code for a node',
    'The palette describes the node, but the host registered no code for it.',
    'registry without Open',
    'registry.add(Open)',
  ),
}
