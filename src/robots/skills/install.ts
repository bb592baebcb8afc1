import type { NodeRegistry } from '#bt/engine/registry.js'
import { commandingSkills } from './commanding.js'
import { customDelay } from './custom-delay.js'
import type { SkillHost } from './host.js'
import { readFaces, type FaceReader } from './read-faces.js'

/**
 * Puts the robot's skills behind the node types of its palette.
 * @throws NodeDefinitionError when palette and code differ
 */
export function installSkills(registry: NodeRegistry, host: SkillHost, faceReader: FaceReader): void {
  registry.bind(...commandingSkills(host), customDelay(host), readFaces(host, faceReader))
}
