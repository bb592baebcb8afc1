import type { NodeRegistry } from '#bt/engine/registry.js'
import { commandingSkills } from '#robots/skills/commanding.js'
import type { FieldSkillHost } from '../skills/host.js'
import type { FaceReader } from './host.js'
import { readFaces } from './read-faces.js'
import { input } from '#bt/custom/declare/ports.js'
import type { NodeDefinition } from '#bt/custom/declare/definition.js'
import { defineStatefulAction } from '#bt/custom/stateful-action.js'
import { STRING } from '#bt/value/types.js'
import { done, failed } from '#robots/skills/outcome.js'

/**
 * Binds the robot's skills to the node types of its palette.
 * @throws NodeDefinitionError when palette and code differ
 */
export function installSkills(registry: NodeRegistry, host: FieldSkillHost, faceReader: FaceReader): void {
  registry.bind(...fieldSkills(host), customDelay(host), readFaces(host, faceReader))
}

/** The skills that consist of commands of the base. */
export const fieldSkills = (host: FieldSkillHost): NodeDefinition[] => commandingSkills(host, PORTS)

const PORTS: Readonly<Record<string, readonly string[]>> = {
  MoveToZone: ['zone', 'position'],
  MoveToHome: [],
  LoadBlocks: [],
  UnloadBlocks: [],
  RotateBlocks: ['mask'],
  MoveCursor: [],
}

/** Stands still for `duration` seconds, 0…10. */
const customDelay = (host: FieldSkillHost): NodeDefinition =>
  defineStatefulAction({
    id: 'CustomDelay',
    ports: { duration: input(STRING, { optional: true }) },
    state: () => ({ until: 0 }),
    start(ctx) {
      const duration = ctx.get('duration') ?? ''
      const step = host.intend({ skill: 'CustomDelay', args: { duration } })
      if (!step.ok) return failed(host, ctx, 'CustomDelay', { kind: 'twin_reject', text: step.error.text })
      ctx.state.until = ctx.now() + Number(duration) * 1000
      return this.run(ctx)
    },
    run: (ctx) => (ctx.now() < ctx.state.until ? 'RUNNING' : done(host, ctx, 'CustomDelay')),
  })
