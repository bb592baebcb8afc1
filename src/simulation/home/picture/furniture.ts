import type { Furnishing, HomeScene } from '../scene.js'
import { box, paint, round, type Placement, type Triangle } from './mesh.js'
import { containerMesh } from './containers.js'

/** Everything that stands in the rooms, named or not. */
export function furnitureMesh(scene: HomeScene, angles: Readonly<Record<string, number>>): Triangle[] {
  return [
    ...scene.furnishings.flatMap(pieceMesh),
    ...Object.values(scene.surfaces).flatMap(pieceMesh),
    ...Object.entries(scene.containers).flatMap(([name, piece]) => containerMesh(piece, angles[name] ?? 0)),
    ...dockMesh(scene),
  ]
}

function pieceMesh(piece: Furnishing): Triangle[] {
  const { at, size, z, colour } = piece
  const here: Placement = { ...at, z }
  switch (piece.looks) {
    case 'table':
      return table(piece)
    case 'sofa':
      return sofa(piece)
    case 'bed':
      return bed(piece)
    case 'chair':
      return [
        ...box({ ...here, z: 0.36 }, [size.x, size.y, 0.09], paint(colour)),
        ...legs(piece, 0.36),
        ...backrest(piece, 0.42),
      ]
    case 'bathtub':
      return [
        ...box(here, [size.x, size.y, size.z], paint(colour)),
        ...box({ ...here, z: size.z }, [size.x - 0.16, size.y - 0.16, 0.005], paint('#a9d5e6')),
      ]
    case 'toilet':
      return [
        ...round({ ...at, y: at.y - 0.08, z: 0 }, { bottom: 0.16, top: 0.2, height: size.z }, paint(colour)),
        ...box({ ...at, y: at.y + 0.22, z: 0 }, [size.x, 0.18, size.z + 0.25], paint(colour, 0.95)),
      ]
    case 'plant':
      return [
        ...round(here, { bottom: size.x * 0.28, top: size.x * 0.4, height: 0.25 }, paint('#b5623e')),
        ...round(
          { ...here, z: 0.25 },
          { bottom: size.x * 0.62, top: size.x * 0.3, height: 0.25, sides: 7 },
          paint(colour),
        ),
        ...round(
          { ...here, z: 0.45 },
          { bottom: size.x * 0.48, top: 0.02, height: size.z - 0.45, sides: 6 },
          paint(colour, 1.25),
        ),
      ]
    case 'block':
      return [
        ...box(here, [size.x - 0.03, size.y - 0.03, size.z - 0.04], paint(colour, 0.62)),
        ...box({ ...here, z: z + size.z - 0.04 }, [size.x, size.y, 0.04], paint(colour)),
      ]
    case 'rug':
    case 'screen':
      return box(here, [size.x, size.y, size.z], paint(colour))
  }
}

function table(piece: Furnishing): Triangle[] {
  const { at, size, colour } = piece
  return [
    ...box({ ...at, z: size.z - 0.05 }, [size.x, size.y, 0.05], paint(colour)),
    ...legs(piece, size.z - 0.05),
  ]
}

function legs({ at, size, colour }: Furnishing, height: number): Triangle[] {
  const [dx, dy] = [size.x / 2 - 0.05, size.y / 2 - 0.05]
  return [-1, 1].flatMap((sx) =>
    [-1, 1].flatMap((sy) =>
      box({ x: at.x + sx * dx, y: at.y + sy * dy, z: 0 }, [0.05, 0.05, height], paint(colour, 0.7)),
    ),
  )
}

/** A slab along the side that is away from the front. */
function backrest({ at, size, facing, colour }: Furnishing, height: number, thick = 0.06): Triangle[] {
  const [c, s] = [Math.round(Math.cos(facing)), Math.round(Math.sin(facing))]
  const [dx, dy] = [(size.x - thick) / 2, (size.y - thick) / 2]
  return box(
    { x: at.x - c * dx, y: at.y - s * dy, z: 0.1 },
    [c === 0 ? size.x : thick, s === 0 ? size.y : thick, height + 0.25],
    paint(colour, 0.8),
  )
}

function sofa(piece: Furnishing): Triangle[] {
  const { at, size, colour } = piece
  const arm = 0.16
  const cushion = (by: number): Triangle[] =>
    box(
      { x: at.x + 0.08, y: at.y + by * (size.y / 4 - arm / 4), z: size.z - 0.14 },
      [size.x - 0.22, size.y / 2 - arm - 0.02, 0.14],
      paint(colour, 1.15),
    )
  return [
    ...box({ ...at, z: 0.06 }, [size.x, size.y, size.z - 0.2], paint(colour, 0.75)),
    ...cushion(-1),
    ...cushion(1),
    ...backrest(piece, size.z + 0.02, 0.2),
    ...[-1, 1].flatMap((side) =>
      box(
        { x: at.x, y: at.y + side * (size.y - arm) * 0.5, z: 0.06 },
        [size.x, arm, size.z + 0.08],
        paint(colour, 0.85),
      ),
    ),
  ]
}

function bed(piece: Furnishing): Triangle[] {
  const { at, size, colour } = piece
  const pillow = (by: number): Triangle[] =>
    box(
      { x: at.x + size.x / 2 - 0.32, y: at.y + by * size.y * 0.24, z: size.z },
      [0.36, 0.55, 0.08],
      paint('#f7f5f0'),
    )
  return [
    ...box({ ...at, z: 0.05 }, [size.x, size.y, size.z - 0.2], paint('#8a6a4a')),
    ...box({ ...at, z: size.z - 0.15 }, [size.x - 0.04, size.y - 0.04, 0.14], paint('#ece8de')),
    ...box({ x: at.x - 0.25, y: at.y, z: size.z - 0.14 }, [size.x - 0.5, size.y, 0.14], paint(colour)),
    ...pillow(-1),
    ...pillow(1),
    ...backrest(piece, size.z + 0.1, 0.07),
  ]
}

const dockMesh = ({ dock }: HomeScene): Triangle[] => [
  ...box({ x: dock.x + 0.36, y: dock.y, z: 0 }, [0.08, 0.5, 0.3], paint('#2d3338')),
  ...box({ x: dock.x, y: dock.y, z: 0 }, [0.62, 0.6, 0.012], paint('#7fc79a')),
]
