import type { NodeDef, NodeSpec, TreeDoc } from '#bt/document.js'
import { modelLines } from '#bt/xml/write-model.js'
import { attrOf, type XmlElement } from '#bt/xml/element.js'
import { escapeXml } from '#bt/entities.js'
import { scanXml } from '#bt/xml/scan.js'

/** The document as someone careless would write it: comments, blank lines, quotes and tabs as they come. */
export function messyText(doc: TreeDoc, seed: number): string {
  let state = seed * 2 + 1
  const dice = (sides: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
  const newline = dice(5) === 0 ? '\r\n' : '\n'
  const unit = ['  ', '    ', '\t'][dice(3)] ?? ''
  let comments = 0
  const comment = (): string =>
    `<!-- ${dice(4) === 0 ? `it's${newline}      <b> ` : ''}note ${comments++} -->`
  const before = (indent: string): string =>
    [
      dice(6) === 0 ? newline : '',
      dice(5) === 0 ? newline + indent + comment() : '',
      dice(6) === 0 ? newline : '',
      newline + indent,
    ].join('')
  const attrs = (list: readonly (readonly [string, string])[], indent: string): string =>
    list
      .toSorted(() => dice(3) - 1)
      .map(([name, value]) => {
        const gap = dice(6) === 0 ? newline + indent + unit + unit : ' '.repeat(1 + dice(2))
        const equals = dice(6) === 0 ? ' = ' : '='
        const text =
          dice(3) === 0
            ? `'${escapeXml(value).replaceAll('&quot;', '"').replaceAll("'", '&#39;')}'`
            : `"${escapeXml(value)}"`
        return gap + name + equals + text
      })
      .join('')
  const write = (node: NodeDef, indent: string): string => {
    const generic = node.kind !== 'subtree' && (node.id === '3D scan' || dice(3) === 0)
    const name = generic ? node.kind.replace(/^./, (first) => first.toUpperCase()) : node.id
    const all = [...(generic ? [['ID', node.id] as const] : []), ...Object.entries(node.attrs)]
    const open = `<${name}${attrs(all, indent)}`
    if (node.children.length === 0) return open + ([' />', '/>', `></${name}>`][dice(3)] ?? '/>') + trail()
    const inline = dice(8) === 0
    const inner = indent + unit
    const content = node.children.map((child) => (inline ? '' : before(inner)) + write(child, inner)).join('')
    return `${open}>${trail()}${content}${dice(5) === 0 ? newline + inner + comment() : ''}${inline ? '' : newline + indent}</${name}>`
  }
  const trail = (): string => (dice(8) === 0 ? ` <!-- behind ${comments++} -->` : '')
  const trees = doc.trees.map(
    (tree) =>
      `${before(unit)}<BehaviorTree ID="${escapeXml(tree.id)}">${before(unit + unit)}${write(tree.root, unit + unit)}${newline}${unit}</BehaviorTree>`,
  )
  const models = (doc.models ?? []).map((model) => modelText(model, unit, newline, before))
  const model =
    models.length === 0
      ? ''
      : `${before(unit)}<TreeNodesModel>${models.join('')}${newline}${unit}</TreeNodesModel>`
  const head = dice(2) === 0 ? `<?xml version="1.0"?>${newline}${comment()}${newline}` : ''
  const places = [...trees, model, dice(3) === 0 ? `${before(unit)}<include path="x.xml"/>` : '']
  const main = escapeXml(doc.main)
  return `${head}<root BTCPP_format='4'  main_tree_to_execute="${main}">${places.join('')}${newline}</root>${newline}${comment()}`
}

function modelText(
  model: NodeSpec,
  unit: string,
  newline: string,
  before: (indent: string) => string,
): string {
  const [first, ...rest] = modelLines(model).map(({ text, depth }) => unit.repeat(depth + 2) + text)
  return before(unit + unit) + [(first ?? '').trimStart(), ...rest].join(newline)
}

/** Reads trees and the IDs of models without a library: the writer is judged by itself. */
export function readPlainly(text: string): TreeDoc {
  const { root, wellFormed } = scanXml(text, '')
  if (root === undefined || !wellFormed) throw new Error(`not well-formed:\n${text}`)
  const trees = root.children
    .filter(({ name }) => name === 'BehaviorTree')
    .map((each) => ({ id: attrOf(each, 'ID')?.value ?? '', root: plainNode(each.children[0] as XmlElement) }))
  const models = root.children
    .filter(({ name }) => name === 'TreeNodesModel')
    .flatMap((each) => each.children.map(plainModel))
  const doc = { main: attrOf(root, 'main_tree_to_execute')?.value ?? '', trees }
  return models.length === 0 ? doc : { ...doc, models }
}

function plainNode(element: XmlElement): NodeDef {
  const kind = KINDS.get(element.name)
  const id = kind === undefined ? element.name : (attrOf(element, 'ID')?.value ?? '')
  const attrs = element.attrs.filter(({ name }) => kind === undefined || name !== 'ID')
  return {
    id,
    kind: id === 'SubTree' ? 'subtree' : (kind ?? BRANCHES.get(id) ?? 'action'),
    attrs: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
    children: element.children.map(plainNode),
  }
}

function plainModel(element: XmlElement): NodeSpec {
  const of = (each: XmlElement, name: string): string => attrOf(each, name)?.value ?? ''
  return {
    id: of(element, 'ID'),
    kind: 'subtree',
    description: of(element, 'description'),
    ports: element.children.map((port) => {
      const fallback = attrOf(port, 'default')?.value
      return {
        name: of(port, 'name'),
        direction: port.name === 'input_port' ? 'in' : port.name === 'output_port' ? 'out' : 'inout',
        type: { kind: 'string' },
        description: attrOf(port, 'description')?.value ?? port.text,
        ...(fallback === undefined ? {} : { default: fallback }),
      }
    }),
  }
}

const KINDS: ReadonlyMap<string, NodeDef['kind']> = new Map([
  ['Action', 'action'],
  ['Condition', 'condition'],
  ['Control', 'control'],
  ['Decorator', 'decorator'],
])

const BRANCHES: ReadonlyMap<string, NodeDef['kind']> = new Map([
  ['Sequence', 'control'],
  ['Fallback', 'control'],
  ['Inverter', 'decorator'],
  ['Retry', 'decorator'],
])
