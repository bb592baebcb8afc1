import { findings, type Check, type Finding } from '../check.js'

const { ok, warn, fail } = findings('models')

/** Critic and actor are present and match the manifest byte for byte. */
export const models: Check = async ({ config, machine }) => {
  const { actor, actorModel, criticModel, dir } = config.models
  const { models: all, problems } = await machine.models(dir)
  const found: Finding[] = problems.map(({ message, hint }) =>
    fail(message, hint ?? 'graft models verify says more; restore the file from the package'),
  )
  const asked = [
    { role: 'critic', wanted: criticModel },
    ...(actor === 'model' ? [{ role: 'actor', wanted: actorModel }] : []),
  ]
  for (const { role, wanted } of asked) {
    const model = all.find((each) => each.role === role && (wanted === null || each.id === wanted))
    if (model === undefined)
      found.push(
        fail(`there is no ${role} ${wanted ?? ''}`.trimEnd(), 'graft models list shows those that there are'),
      )
    else if (problems.length === 0) found.push(ok(`${role}: ${model.id}, its hash is right`))
  }
  if (actor === 'rules')
    found.push(
      warn('actor: rules, the tree is edited by a baseline', 'set models.actor to model to learn by words'),
    )
  return found
}
