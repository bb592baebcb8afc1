import type { NodeRegistry } from '#bt/engine/registry.js'
import { commandingSkills } from './commanding.js'
import type { SkillHost } from './host.js'
import { readFaces, type FaceReader } from './read-faces.js'
import { input } from '#bt/custom/declare/ports.js'
import type { NodeDefinition } from '#bt/custom/declare/definition.js'
import { defineStatefulAction } from '#bt/custom/stateful-action.js'
import { STRING } from '#bt/value/types.js'
import { intend } from '#twin/intend.js'
import { done, failed } from './outcome.js'

/**
 * Binds the robot's skills to the node types of its palette.
 * @throws NodeDefinitionError when palette and code differ
 */
export function installSkills(registry: NodeRegistry, host: SkillHost, faceReader: FaceReader): void {
  registry.bind(...commandingSkills(host), customDelay(host), readFaces(host, faceReader))
}

/** Stands still for `duration` seconds, 0…10. */
const customDelay = (host: SkillHost): NodeDefinition =>
  defineStatefulAction({
    id: 'CustomDelay',
    ports: { duration: input(STRING, { optional: true }) },
    state: () => ({ until: 0 }),
    start(ctx) {
      const duration = ctx.get('duration') ?? ''
      const step = intend({ skill: 'CustomDelay', args: { duration } }, host.state(), host.map)
      if (!step.ok) return failed(host, ctx, 'CustomDelay', { kind: 'twin_reject', text: step.error.text })
      ctx.state.until = ctx.now() + Number(duration) * 1000
      return this.run(ctx)
    },
    run: (ctx) => (ctx.now() < ctx.state.until ? 'RUNNING' : done(host, ctx, 'CustomDelay')),
  })
