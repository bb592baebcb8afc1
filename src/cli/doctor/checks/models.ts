import { findings, type Check, type Finding } from '../check.js'

const { ok, warn, fail } = findings('models')

/** Critic and actor are present and match the manifest byte for byte. */
export const models: Check = async ({ config, machine }) => {
  const { actor, actorModel, criticModel, dir } = config.models
  const { models: all, problems } = await machine.models(dir)
  const found: Finding[] = problems.map(({ message, hint }) =>
    fail(message, hint ?? 'graft models verify gives details; restore the file from the package'),
  )
  const asked = [
    { role: 'critic', wanted: criticModel },
    ...(actor === 'model' ? [{ role: 'actor', wanted: actorModel }] : []),
  ]
  for (const { role, wanted } of asked) {
    const model = all.find((each) => each.role === role && (wanted === null || each.id === wanted))
    if (model === undefined)
      found.push(
        fail(`there is no ${role} ${wanted ?? ''}`.trimEnd(), 'graft models list shows the available ones'),
      )
    else if (problems.length === 0) found.push(ok(`${role}: ${model.id}, hash verified`))
  }
  if (actor === 'rules')
    found.push(
      warn(
        'actor: rules, the tree is edited by a baseline',
        'set models.actor to model for verbal reinforcement learning',
      ),
    )
  return found
}
