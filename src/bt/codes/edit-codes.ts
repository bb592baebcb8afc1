import { codesForStage, type CodeInfo } from './code-info.js'

const edit = codesForStage('edit')

/** Reasons why a patch cannot be applied. */
export const EDIT_CODES: Readonly<Record<string, CodeInfo>> = {
  'edit.bad-path': edit(
    'Malformed address',
    'An address is / and numbers, a key, or a tree and an address.',
    '0/1',
    '/0/1',
  ),
  'edit.no-such-node': edit('No node there', 'There is no node at this address.', '/9', '/2'),
  'edit.no-such-tree': edit('No such tree', 'The document has no tree with this ID.', 'Gone', 'Main'),
  'edit.no-such-model': edit(
    'No such model',
    'The document has no model of a SubTree with this ID.',
    'Gone',
    'Main',
  ),
  'edit.tree-exists': edit('Tree exists', 'There is already a tree with this ID.', 'add Main', 'add Main2'),
  'edit.is-main': edit(
    'Main tree',
    'The main tree cannot be removed.',
    'remove Main',
    'name another main tree first',
  ),
  'edit.is-root': edit('Root of a tree', 'The root cannot be removed or moved.', 'remove /', 'replace /'),
  'edit.index': edit(
    'Index out of range',
    'The parent does not have that many children.',
    'index 9',
    'index 2',
  ),
  'edit.subtree-inside': edit('Inside a SubTree', 'Edit the tree that the SubTree names.', '/1/0', 'Inner:/'),
  'edit.not-one-child': edit(
    'Not one child',
    'Only a node with one child can be unwrapped.',
    'unwrap a leaf',
    'remove it',
  ),
  'edit.into-itself': edit(
    'Into itself',
    'A node cannot be moved into itself.',
    'move /1 into /1',
    'move /1 into /2',
  ),
  'edit.not-xml': edit(
    'Text not valid in XML',
    'XML cannot contain this text.',
    'a control character',
    'a letter',
  ),
  'edit.gone': edit('Node gone', 'The other side removed the node.', 'set a port of it', 'insert it again'),
  'edit.moved-away': edit(
    'Node moved',
    'The other side moved the node.',
    'insert below it',
    'use its new address',
  ),
  'edit.both-changed': edit(
    'Both changed it',
    'Both sides changed the same attribute.',
    'place 1 and place 2',
    'choose one',
  ),
  'edit.patch': edit(
    'Not a patch',
    'A patch is a JSON list of edits, each with its op, the fields of that op, and because.',
    '[{ "op": "remov", "at": "/0" }]',
    '[{ "op": "remove", "at": "/0", "because": "score" }]',
  ),
}
