import type { NodeKind, NodeSpec } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { escapeXml } from '#bt/entities.js'
import { SCRIPT_ATTRIBUTES } from '#bt/attributes.js'
import { portPattern } from './port-pattern.js'

/**
 * Writes an XML Schema (1.0) for documents with these nodes, with which editors complete and check names, ports and
 * literals. It covers both forms of a node, `<Drive goal="{g}"/>` and `<Action ID="Drive" goal="{g}"/>`; a schema
 * cannot make the ports of the latter depend on the ID, so any port is allowed there.
 *
 * To use it, write `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` and `xsi:noNamespaceSchemaLocation` into
 * `<root>`, or map it in the editor. The engine ignores both.
 */
export function writeXsd(library: NodeLibrary): string {
  const specs = [...library.nodes()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">',
    ...FRAME,
    '  <xs:group name="node">',
    '    <xs:choice>',
    ...specs.map(({ id }) => `      <xs:element ref="${id}"/>`),
    ...[...GENERIC, 'SubTree'].map((id) => `      <xs:element ref="${id}"/>`),
    '    </xs:choice>',
    '  </xs:group>',
    ...specs.flatMap(nodeElement),
    ...GENERIC.flatMap((tag) => genericElement(tag, specs)),
    ...subtreeElement(library.subtrees()),
    '</xs:schema>',
    '',
  ].join('\n')
}

function nodeElement({ id, kind, description, ports }: NodeSpec): string[] {
  return [
    `  <xs:element name="${id}">`,
    ...documentation(description, 4),
    '    <xs:complexType>',
    ...CHILDREN[kind],
    ...ports.flatMap((port) => [
      `      <xs:attribute ` +
        `name="${port.name}"${port.default === undefined ? '' : ` default="${escapeXml(port.default)}"`}>`,
      ...documentation(port.description, 8),
      ...simpleType(portPattern(port), 8),
      '      </xs:attribute>',
    ]),
    '      <xs:attributeGroup ref="common"/>',
    '    </xs:complexType>',
    '  </xs:element>',
  ]
}

function genericElement(tag: string, specs: readonly NodeSpec[]): string[] {
  return [
    `  <xs:element name="${tag}">`,
    '    <xs:complexType>',
    ...CHILDREN.generic,
    '      <xs:attribute name="ID" use="required">',
    '        <xs:simpleType>',
    '          <xs:restriction base="xs:string">',
    ...specs.map(({ id }) => `            <xs:enumeration value="${escapeXml(id)}"/>`),
    '          </xs:restriction>',
    '        </xs:simpleType>',
    '      </xs:attribute>',
    '      <xs:anyAttribute processContents="skip"/>',
    '    </xs:complexType>',
    '  </xs:element>',
  ]
}

/** A SubTree takes any port; the described ones are explained in the documentation element. */
function subtreeElement(subtrees: readonly NodeSpec[]): string[] {
  const words = subtrees.map(({ id, description }) => `${id}: ${description}`).join('\n')
  return [
    '  <xs:element name="SubTree">',
    ...documentation(words, 4),
    '    <xs:complexType>',
    '      <xs:attribute name="ID" type="treeId" use="required"/>',
    '      <xs:attribute name="_autoremap" type="bool"/>',
    '      <xs:anyAttribute processContents="skip"/>',
    '    </xs:complexType>',
    '  </xs:element>',
  ]
}

const documentation = (text: string, indent: number): string[] =>
  text === ''
    ? []
    : [
        `${' '.repeat(indent)}<xs:annotation><xs:documentation>${escapeXml(text)}</xs:documentation></xs:annotation>`,
      ]

function simpleType(patterns: readonly string[] | undefined, indent: number): string[] {
  const at = ' '.repeat(indent)
  if (patterns === undefined)
    return [`${at}<xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType>`]
  return [
    `${at}<xs:simpleType>`,
    `${at}  <xs:restriction base="xs:string">`,
    ...patterns.map((pattern) => `${at}    <xs:pattern value="${escapeXml(pattern)}"/>`),
    `${at}  </xs:restriction>`,
    `${at}</xs:simpleType>`,
  ]
}

const GENERIC = ['Action', 'Condition', 'Control', 'Decorator'] as const

const CHILDREN: Readonly<Record<NodeKind | 'generic', readonly string[]>> = {
  action: [],
  condition: [],
  subtree: [],
  decorator: ['      <xs:group ref="node"/>'],
  control: ['      <xs:group ref="node" maxOccurs="unbounded"/>'],
  generic: ['      <xs:group ref="node" minOccurs="0" maxOccurs="unbounded"/>'],
}

/** the part that does not depend on the nodes */
const FRAME: readonly string[] = [
  '  <xs:simpleType name="bool">',
  '    <xs:restriction base="xs:string"><xs:pattern value="[01]|true|True|TRUE|false|False|FALSE"/></xs:restriction>',
  '  </xs:simpleType>',
  '  <xs:simpleType name="treeId">',
  '    <xs:restriction base="xs:string"><xs:pattern value="[^ ' +
    '&lt;&gt;&amp;&quot;&apos;/\\\\:*?|.]+"/></xs:restriction>',
  '  </xs:simpleType>',
  '  <xs:attributeGroup name="common">',
  '    <xs:attribute name="name" type="xs:string"/>',
  ...[...SCRIPT_ATTRIBUTES].map((name) => `    <xs:attribute name="${name}" type="xs:string"/>`),
  '    <xs:attribute name="_description" type="xs:string"/>',
  '    <xs:attribute name="_uid" type="xs:string"/>',
  '  </xs:attributeGroup>',
  '  <xs:complexType name="port" mixed="true">',
  '    <xs:attribute name="name" type="xs:string" use="required"/>',
  '    <xs:anyAttribute processContents="skip"/>',
  '  </xs:complexType>',
  '  <xs:complexType name="model">',
  '    <xs:choice minOccurs="0" maxOccurs="unbounded">',
  ...['input_port', 'output_port', 'inout_port'].map(
    (name) => `      <xs:element name="${name}" type="port"/>`,
  ),
  '      <xs:element name="description" type="xs:string"/>',
  '      <xs:element name="MetadataFields" type="xs:anyType"/>',
  '    </xs:choice>',
  '    <xs:attribute name="ID" type="xs:string" use="required"/>',
  '    <xs:anyAttribute processContents="skip"/>',
  '  </xs:complexType>',
  '  <xs:element name="root">',
  '    <xs:complexType>',
  '      <xs:choice minOccurs="0" maxOccurs="unbounded">',
  '        <xs:element name="include">',
  '          <xs:complexType>',
  '            <xs:attribute name="path" type="xs:string" use="required"/>',
  '            <xs:attribute name="ros_pkg" type="xs:string"/>',
  '          </xs:complexType>',
  '        </xs:element>',
  '        <xs:element name="BehaviorTree">',
  '          <xs:complexType>',
  '            <xs:group ref="node"/>',
  '            <xs:attribute name="ID" type="treeId"/>',
  '            <xs:anyAttribute processContents="skip"/>',
  '          </xs:complexType>',
  '        </xs:element>',
  '        <xs:element name="TreeNodesModel">',
  '          <xs:complexType>',
  '            <xs:choice minOccurs="0" maxOccurs="unbounded">',
  ...['Action', 'Condition', 'Control', 'Decorator', 'SubTree'].map(
    (name) => `              <xs:element name="${name}" type="model"/>`,
  ),
  '            </xs:choice>',
  '          </xs:complexType>',
  '        </xs:element>',
  '      </xs:choice>',
  '      <xs:attribute name="BTCPP_format" type="xs:string"/>',
  '      <xs:attribute name="main_tree_to_execute" type="xs:string"/>',
  '      <xs:anyAttribute processContents="skip"/>',
  '    </xs:complexType>',
  '  </xs:element>',
]
