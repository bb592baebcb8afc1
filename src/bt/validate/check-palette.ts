import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeSpec } from '../document.js'
import { NodeLibrary } from '../library.js'

/**
 * Warns of built-in nodes that a palette describes with different ports: the engine's ports apply, so trees may be
 * rejected.
 */
export function checkPalette(specs: readonly NodeSpec[], file: string): readonly Diagnostic[] {
  const own = new NodeLibrary()
  return specs.flatMap((spec): Diagnostic[] => {
    const known = own.get(spec.id)
    if (known === undefined) return []
    const names = (of: NodeSpec): string[] => of.ports.map(({ name }) => name).sort()
    const [wanted, got] = [names(known).join(', '), names(spec).join(', ')]
    if (wanted === got || got === '') return []
    const hint = 'a node of another behaviour needs another name'
    return [
      {
        code: 'bt.palette',
        severity: 'warning',
        message: `${file} describes the built-in node ${spec.id} with other ports; they do not count`,
        expected: wanted === '' ? 'no ports' : wanted,
        got,
        hint,
      },
    ]
  })
}
