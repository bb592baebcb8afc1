import { codesForStage, type CodeInfo } from './code-info.js'

const load = codesForStage('load')

/** Problems found in the documents before any node is created. */
export const BT_LOAD_CODES: Readonly<Record<string, CodeInfo>> = {
  'bt.root': load(
    'Root element is not <root>',
    'A document begins with <root>, which contains the trees.',
    '<BehaviorTree ID="M">…</BehaviorTree>',
    '<root BTCPP_format="4"><BehaviorTree ID="M">…</BehaviorTree></root>',
  ),
  'bt.substitution-rules': load(
    'Substitution rules that cannot be read',
    'The JSON names test configurations and which node each replaces.',
    '{"SubstitutionRules": {"a": 1}}',
    '{"SubstitutionRules": {"a": "AlwaysSuccess"}}',
  ),
  'bt.no-format': load(
    'Format missing',
    'BTCPP_format="4" says that the document is of version 4. It is read as such in any case.',
    '<root>',
    '<root BTCPP_format="4">',
  ),
  'bt.format': load(
    'Format not 4',
    'BTCPP_format="4" says that the document is of version 4. It is read as such in any case.',
    '<root BTCPP_format="3">',
    '<root BTCPP_format="4">',
  ),
  'bt.text': load(
    'Text between nodes',
    'Only elements count; text is ignored. Usually a comment was meant, or a tag lost its `<`.',
    '<Sequence>go <A/></Sequence>',
    '<Sequence><!-- go --><A/></Sequence>',
  ),
  'bt.unexpected-element': load(
    'Unknown element beside the trees',
    'Only BehaviorTree, TreeNodesModel and include belong directly in <root>; others are ignored.',
    '<root><Sequence/></root>',
    '<root><BehaviorTree ID="M"><Sequence>…</Sequence></BehaviorTree></root>',
  ),
  'bt.missing-id': load(
    'ID missing',
    'Trees (unless they are alone), SubTree and the tags Action, Condition, Control and Decorator need an ID.',
    '<Action name="x"/>',
    '<Action ID="Open" name="x"/>',
  ),
  'bt.tree-id': load(
    'ID that a tree cannot have',
    'Not Root, not the name of a node type, no blanks and none of the characters that break paths.',
    '<BehaviorTree ID="a/b">',
    '<BehaviorTree ID="a_b">',
  ),
  'bt.duplicate-tree': load(
    'Tree defined again',
    'Two trees have the same ID, in one file or through an include; the later one counts.',
    '<BehaviorTree ID="M">… <BehaviorTree ID="M">…',
    '<BehaviorTree ID="M">… <BehaviorTree ID="N">…',
  ),
  'bt.tree-twice': load(
    'One tree ID twice',
    'A document that was built by a program contains two trees with the same ID.',
    'trees: [{ id: "M" }, { id: "M" }]',
    'trees: [{ id: "M" }, { id: "N" }]',
  ),
  'bt.children': load(
    'Wrong number of children',
    'Controls have one child or more, decorators exactly one, actions, conditions and SubTrees none, ' +
      'TryCatch two or more.',
    '<Inverter><A/><B/></Inverter>',
    '<Inverter><Sequence><A/><B/></Sequence></Inverter>',
  ),
  'bt.unknown-node': load(
    'Unknown node',
    'Neither a built-in node nor one that the host registered. For trees of another robot, load its palette.',
    '<Sequenc>',
    '<Sequence>',
  ),
  'bt.kind': load(
    'Node under another kind',
    'The generic tag names another kind of node than the one registered. BehaviorTree.CPP does not check this.',
    '<Decorator ID="Sequence">',
    '<Sequence>',
  ),
  'bt.generic-in-reactive': load(
    'Generic tag directly in a ReactiveSequence',
    'BehaviorTree.CPP rejects <Action ID="…"> and similar tags there, and only there.',
    '<ReactiveSequence><Action ID="A"/></ReactiveSequence>',
    '<ReactiveSequence><A/></ReactiveSequence>',
  ),
  'bt.async-in-reactive': load(
    'Two AsyncSequences in a ReactiveSequence',
    'At most one may be directly in it.',
    '<ReactiveSequence><AsyncSequence/>…<AsyncSequence/>…',
    '<ReactiveSequence><AsyncSequence/>…<SubTree/>…',
  ),
  'bt.too-deep': load(
    'Tree too deep',
    'Nodes are nested more than 256 deep.',
    '300 decorators around one another',
    '<SubTree ID="Inner"/>',
  ),
  'bt.too-large': load(
    'Document too large',
    'More nodes or trees than any robot needs; the limit keeps walks over documents quick.',
    '20 000 copies of one node',
    '<Repeat num_cycles="20000">',
  ),
  'bt.include': load(
    'Invalid include',
    'The path is missing, there is no such file, it cannot be read, it is in a ROS package, or there are too many.',
    '<include file="a.xml"/>',
    '<include path="a.xml"/>',
  ),
  'bt.include-loop': load(
    'File that includes itself',
    'Directly or through others. BehaviorTree.CPP hangs.',
    'a.xml includes b.xml, which includes a.xml',
    'c.xml with what both need',
  ),
  'bt.model': load(
    'Invalid TreeNodesModel',
    'A document has one TreeNodesModel; its SubTrees need an ID, and ports a name that a port can have.',
    '<input_port type="int"/>',
    '<input_port name="place" type="int"/>',
  ),
}
