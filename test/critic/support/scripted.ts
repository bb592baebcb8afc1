import type { Described, VisionModel, VisionRequest } from '#learning/ports.js'

/** A model that says what it is told to; a function may look at the request, an Error is thrown. */
export function scripted(
  ...replies: readonly (string | Error | ((request: VisionRequest) => Promise<Described>))[]
) {
  const requests: VisionRequest[] = []
  const model: VisionModel = {
    id: 'scripted',
    describe: async (request) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)] ?? ''
      requests.push(request)
      if (reply instanceof Error) throw reply
      if (typeof reply === 'function') return reply(request)
      return { text: reply, tokens: reply.split(' ').map((text) => ({ text, prob: 0.999 })) }
    },
    dispose: () => Promise.resolve(),
  }
  return { model, requests }
}

/** An answer in which each line is as given, or else clean: zones 1, 3, 5, 7 full and blue, the others empty. */
export function answerText(lines: Readonly<Record<string, string>> = {}): string {
  const zones = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => {
    const face = id % 2 === 1 ? 'blue' : 'empty'
    return `z${id} ${lines[`z${id}`] ?? `${face} ${face} ${face} ${face}`} ;`
  })
  return [
    ...zones,
    `track ${lines.track ?? 'at-start'} ;`,
    `robot ${lines.robot ?? 'home'} ;`,
    `stray ${lines.stray ?? 'n0'} ;`,
    lines.time === undefined ? 'time ;' : `time ${lines.time} ;`,
    `overall ${lines.overall ?? 's0.00'} end`,
  ].join(' ')
}
