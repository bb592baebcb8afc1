import { codesForStage, type CodeInfo } from './code-info.js'

const load = codesForStage('load')

/** Problems in the syntax of an XML text. */
export const XML_CODES: Readonly<Record<string, CodeInfo>> = {
  'xml.empty': load(
    'No element',
    'The text holds no XML element at all.',
    '',
    '<root BTCPP_format="4">…</root>',
  ),
  'xml.too-large': load(
    'Document too large',
    'The text, or the number of its elements, is above the bound that keeps any document quick to read.',
    'a document of 2 MB',
    'several documents, joined by <include>',
  ),
  'xml.too-deep': load(
    'Elements too deep',
    'Elements are nested deeper than any tree may be.',
    '300 decorators around one another',
    '<SubTree ID="Inner"/>',
  ),
  'xml.too-many-problems': load(
    'Too many problems',
    'After this many errors parsing stops; fix the first ones and try again.',
    'a file that is not XML',
    'a file that is XML',
  ),
  'xml.too-many-attributes': load(
    'Too many attributes',
    'One element has more attributes than any node has ports.',
    '<A a1="" a2="" …/>',
    '<A list="1;2;3"/>',
  ),
  'xml.nul': load(
    'NUL character',
    'A NUL is not text. The file is binary, or is saved as UTF-16.',
    '<A name="a\\0"/>',
    '<A name="a"/>',
  ),
  'xml.control-character': load(
    'Control character',
    'XML forbids control characters other than tab and line breaks. BehaviorTree.CPP tolerates them, except in names.',
    'a bell character in a value',
    'the value without it',
  ),
  'xml.character': load(
    'Invalid character reference',
    '`&#…;` names a character by its number, and no character has this one. It is kept as it is; ' +
      '`&#0;` ends the value.',
    'name="&#xD800;"',
    'name="&#x41;"',
  ),
  'xml.raw-lt': load(
    '`<` in a value',
    'XML asks for `&lt;`. BehaviorTree.CPP reads it all the same; other tools do not.',
    '_skipIf="a < 3"',
    '_skipIf="a &lt; 3"',
  ),
  'xml.raw-ampersand': load(
    '`&` that begins no entity',
    'XML asks for `&amp;`. BehaviorTree.CPP keeps it as it is; other tools reject the file.',
    '_skipIf="a && b"',
    '_skipIf="a &amp;&amp; b"',
  ),
  'xml.text': load(
    'Text outside of the root element',
    'It means nothing and is ignored.',
    'hello <root/>',
    '<root/>',
  ),
  'xml.trailing-text': load(
    'Text after the last tag',
    'Only comments and blanks may follow the root element.',
    '</root> done',
    '</root>',
  ),
  'xml.second-root': load(
    'Second root element',
    'A document has one root element; BehaviorTree.CPP ignores the others.',
    '<root/><root/>',
    '<root/>',
  ),
  'xml.after-root': load(
    'Closing tag after the root element',
    'The document has already ended; the tag and everything after it is ignored.',
    '</root></root>',
    '</root>',
  ),
  'xml.stray-lt': load('`<` that begins no tag', 'Write `&lt;` for the character.', '<3/>', '<Three/>'),
  'xml.blank-in-tag': load(
    'Blanks after `<`',
    'XML requires the name directly after it. BehaviorTree.CPP tolerates blanks.',
    '< Sequence>',
    '<Sequence>',
  ),
  'xml.stray-closing-tag': load(
    'Closing tag without opening tag',
    'Nothing of that name is open here.',
    '<A/></B>',
    '<A/>',
  ),
  'xml.mismatched-tag': load(
    'Tags that cross',
    'An element has to be closed before the one around it.',
    '<Fallback><Sequence></Fallback>',
    '<Fallback><Sequence>…</Sequence></Fallback>',
  ),
  'xml.unclosed-tag': load(
    'Element never closed',
    'Its closing tag is missing.',
    '<Sequence>',
    '<Sequence>…</Sequence>',
  ),
  'xml.unterminated-tag': load('Tag without `>`', 'A tag ends with `>` or `/>`.', '<A <B/>', '<A/><B/>'),
  'xml.closing-attribute': load(
    'Attribute in a closing tag',
    'Closing tags have no attributes. BehaviorTree.CPP ignores them; usually an opening tag was meant.',
    '</Retry num_attempts="2">',
    '</Retry>',
  ),
  'xml.unterminated': load(
    'Comment, CDATA or declaration without end',
    'Its end is missing.',
    '<!-- note',
    '<!-- note -->',
  ),
  'xml.declaration': load(
    '`<?…?>` in the middle of the document',
    'Declarations and processing instructions must come before everything else.',
    '<root><?xml version="1.0"?></root>',
    '<?xml version="1.0"?><root/>',
  ),
  'xml.doctype': load(
    'Document type',
    'Document types mean nothing here and are ignored.',
    '<!DOCTYPE root>',
    '<root/>',
  ),
  'xml.entity-declaration': load(
    'Entities defined',
    'Documents that define entities are rejected: that is how entity bombs and outside files come in.',
    '<!DOCTYPE r [<!ENTITY a "b">]>',
    'the text itself in place of &a;',
  ),
  'xml.attribute': load(
    'Not an attribute',
    'A tag may contain only attributes of the form name="value".',
    '<A place/>',
    '<A place="1"/>',
  ),
  'xml.duplicate-attribute': load(
    'Attribute twice',
    'Each attribute may appear only once.',
    '<A x="1" x="2"/>',
    '<A x="2"/>',
  ),
  'xml.unquoted-value': load('Value without quotes', 'Values must be quoted.', '<A x=1/>', '<A x="1"/>'),
  'xml.unterminated-value': load(
    'Value without closing quote',
    'A quote is missing.',
    '<A x="1/>',
    '<A x="1"/>',
  ),
}
