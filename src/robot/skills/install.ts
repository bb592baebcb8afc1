import type { NodeRegistry } from '../../bt/engine/registry.js'
import { CustomDelay } from './custom-delay.js'
import type { SkillHost } from './host.js'
import { ReadFaces, type FaceReader } from './read-faces.js'
import { SkillLeaf } from './skill-leaf.js'

/** Skills that are made of commands, with their input ports. */
const COMMANDING: readonly (readonly [id: string, ports: readonly string[]])[] = [
  ['MoveToZone', ['zone', 'position']],
  ['MoveToHome', []],
  ['LoadBlocks', []],
  ['UnloadBlocks', []],
  ['RotateBlocks', ['mask']],
  ['MoveCursor', []],
]

/** Binds every skill of the robot to its node type. */
export function installSkills(registry: NodeRegistry, host: SkillHost, faceReader: FaceReader): void {
  for (const [id, ports] of COMMANDING) registry.action(id, () => new SkillLeaf(id, ports, host))
  registry.action('CustomDelay', () => new CustomDelay(host))
  registry.action('ReadFaces', () => new ReadFaces(host, faceReader))
}
