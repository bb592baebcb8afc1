import type { NodeContext } from '#bt/custom/context.js'
import { input, type InputDeclaration } from '#bt/custom/declare/ports.js'
import type { NodeDefinition } from '#bt/custom/declare/definition.js'
import { defineStatefulAction } from '#bt/custom/stateful-action.js'
import { STRING } from '#bt/value/types.js'
import { intend } from '#twin/intend.js'
import type { MotionCommand } from '#twin/world.js'
import type { SkillHost } from './host.js'
import { done, failed } from './outcome.js'

/** The twin judges arguments as written, so that a tree and its rehearsal meet the same rules. */
const WRITTEN = input(STRING, { optional: true })

type Arguments = Readonly<Record<string, InputDeclaration<string, true>>>

/** Skills that consist of commands, with the input ports that the twin's `intend` expects. */
const PORTS: Readonly<Record<string, Arguments>> = {
  MoveToZone: { zone: WRITTEN, position: WRITTEN },
  MoveToHome: {},
  LoadBlocks: {},
  UnloadBlocks: {},
  RotateBlocks: { mask: WRITTEN },
  MoveCursor: {},
}

export const commandingSkills = (host: SkillHost): NodeDefinition[] =>
  Object.entries(PORTS).map(([skill, ports]) => commanding(skill, ports, host))

interface Progress {
  /** waiting for the robot to finish what another leaf started */
  waiting: boolean
  rest: MotionCommand[]
}

type Context = NodeContext<Arguments, Progress>

/**
 * A skill that consists of commands (MOD-12, MOD-13): the twin works out the remaining commands, each one passes the
 * gate, and counts only when the controller has executed it and the sensors show the expected outcome.
 */
function commanding(id: string, ports: Arguments, host: SkillHost): NodeDefinition {
  const begin = (ctx: Context) => {
    ctx.state.waiting = host.busy()
    return ctx.state.waiting ? 'RUNNING' : plan(ctx)
  }
  const plan = (ctx: Context) => {
    const written = Object.keys(ports).map((port) => [port, ctx.get(port)] as const)
    const args = Object.fromEntries(
      written.filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const commands = intend({ skill: id, args }, host.state(), host.map)
    if (!commands.ok) return failed(host, ctx, id, { kind: 'twin_reject', text: commands.error.text })
    ctx.state.rest = [...commands.value]
    return next(ctx)
  }
  const next = (ctx: Context) => {
    const command = ctx.state.rest.shift()
    if (command === undefined) return done(host, ctx, id)
    const sent = host.begin(command, ctx.path)
    return sent.ok ? 'RUNNING' : failed(host, ctx, id, { kind: 'twin_reject', text: sent.error.text })
  }
  return defineStatefulAction({
    id,
    ports,
    state: (): Progress => ({ waiting: false, rest: [] }),
    start: begin,
    run(ctx) {
      if (ctx.state.waiting) return begin(ctx)
      const progress = host.progress()
      if (progress.kind === 'running') return 'RUNNING'
      return progress.kind === 'done' ? next(ctx) : failed(host, ctx, id, progress)
    },
    halt(ctx) {
      if (!ctx.state.waiting) host.abort()
    },
  })
}
