import { defineStatefulAction, input, STRING, type TickStatus } from '#bt-tools/index.js'

export const LETTERS = { S: 'SUCCESS', F: 'FAILURE', R: 'RUNNING', K: 'SKIPPED' } as const
export const letters: Readonly<Record<TickStatus, string>> = {
  SUCCESS: 'S',
  FAILURE: 'F',
  RUNNING: 'R',
  SKIPPED: 'K',
}

/** A leaf that plays the tape in its port, the last letter for ever; calls are noted by name, halts with a `!`. */
export const tapeLeaf = (calls: string[]) =>
  defineStatefulAction({
    id: 'T',
    ports: { plays: input(STRING) },
    state: () => ({ at: 0 }),
    start(ctx) {
      calls.push(ctx.name)
      return play(ctx.state, ctx.get('plays'))
    },
    run(ctx) {
      calls.push(ctx.name)
      const status = play(ctx.state, ctx.get('plays'))
      return status === 'SKIPPED' ? 'FAILURE' : status
    },
    halt: (ctx) => void calls.push(`${ctx.name}!`),
  })

function play(state: { at: number }, text: string): TickStatus {
  const letter = text[Math.min(state.at, text.length - 1)] as keyof typeof LETTERS
  state.at += 1
  return LETTERS[letter]
}
