import type { NodeContext } from '#bt/custom/context.js'
import { input, type InputDeclaration } from '#bt/custom/declare/ports.js'
import type { NodeDefinition } from '#bt/custom/declare/definition.js'
import { defineStatefulAction } from '#bt/custom/stateful-action.js'
import { STRING } from '#bt/value/types.js'
import type { SkillHost } from './host.js'
import { done, failed } from './outcome.js'

/** The twin judges arguments as written, so that a tree and its rehearsal meet the same rules. */
const WRITTEN = input(STRING, { optional: true })

type Arguments = Readonly<Record<string, InputDeclaration<string, true>>>

/**
 * Skills that consist of commands, as node types.
 * @param skills each with its input ports, as the twin expects them
 */
export const commandingSkills = <C>(
  host: SkillHost<C>,
  skills: Readonly<Record<string, readonly string[]>>,
): NodeDefinition[] =>
  Object.entries(skills).map(([skill, ports]) =>
    commanding(skill, Object.fromEntries(ports.map((port) => [port, WRITTEN])), host),
  )

interface Progress<C> {
  /** waiting for the robot to finish what another leaf started */
  waiting: boolean
  rest: C[]
}

/**
 * A skill that consists of commands (MOD-12, MOD-13): the twin works out the remaining commands, each one passes the
 * gate, and counts only when the controller has executed it and the sensors show the expected outcome.
 */
function commanding<C>(id: string, ports: Arguments, host: SkillHost<C>): NodeDefinition {
  type Context = NodeContext<Arguments, Progress<C>>
  const begin = (ctx: Context) => {
    ctx.state.waiting = host.busy()
    return ctx.state.waiting ? 'RUNNING' : plan(ctx)
  }
  const plan = (ctx: Context) => {
    const written = Object.keys(ports).map((port) => [port, ctx.get(port)] as const)
    const args = Object.fromEntries(
      written.filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const commands = host.intend({ skill: id, args })
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
    state: (): Progress<C> => ({ waiting: false, rest: [] }),
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
