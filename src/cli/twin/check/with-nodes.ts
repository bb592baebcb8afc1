import type { NodeSpec } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import type { Palette } from '#cli/bt/input/palette.js'

/** The node types of a world's skills instead of those of graft's robot. */
export function withNodes(palette: Palette, nodes: readonly NodeSpec[]): Palette {
  if (nodes.length === 0) return palette
  return {
    ...palette,
    library: new NodeLibrary(nodes),
    include: [],
    origin: 'the skills of the domain',
    isRobot: false,
    registry: (more = []) => new NodeRegistry(new NodeLibrary([...nodes, ...more])),
  }
}
