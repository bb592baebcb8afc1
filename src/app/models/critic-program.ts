import { serveModel, type ModelHandler } from '#adapters/model-process/serve-model.js'
import type { Critic } from '#learning/critic/critic.js'
import type { CriticQuestion } from '#learning/critic/question.js'
import type { CriticReport } from '#learning/critic/report.js'
import { createCritic } from '#learning/field/critic/critic.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import type { VisionModel } from '#learning/ports.js'
import type { CriticJob, CriticSetup } from './critic-process.js'
import { loadVision } from './open-models.js'

/** Entry point of the critics' process. */
serveModel<CriticSetup, CriticJob, CriticReport>(async (setup) =>
  answerWith(await loadVision(setup.model), setup),
)

/** A critic is kept from its first question to the end of its episode. */
function answerWith(
  vision: VisionModel,
  { prompt, timeoutMs }: CriticSetup,
): ModelHandler<CriticJob, CriticReport> {
  const timeout = timeoutMs === undefined ? {} : { timeoutMs }
  const critics = new Map<number, Critic<Evidence>>()
  return ({ critic: number, map, camera, question }) => {
    const critic = critics.get(number) ?? createCritic({ vision, map, camera, prompt, ...timeout })
    if (question.mode === 'final') critics.delete(number)
    else critics.set(number, critic)
    return ask(critic, question)
  }
}

function ask(critic: Critic<Evidence>, question: CriticQuestion<Evidence>): Promise<CriticReport> {
  switch (question.mode) {
    case 'initial':
      return critic.initial(question)
    case 'intermediate':
      return critic.intermediate(question)
    case 'final':
      return critic.final(question)
  }
}
