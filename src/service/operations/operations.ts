import type { Result } from '#base/result.js'
import type { CommandName, Params } from '#console/catalogue.js'
import type { Refusal, Who } from '#console/host.js'
import type { Results } from '#console/results.js'

/** Executes one command of the console. Role and parameters have already been checked. */
export type Operation<C extends CommandName> = (
  params: Params<C>,
  who: Who,
) => Result<Results[C], Refusal> | Promise<Result<Results[C], Refusal>>

/** Every command, or some of them. */
export type Operations<C extends CommandName = CommandName> = { readonly [N in C]: Operation<N> }
