import { textOf, type FromModel, type ToModel } from '#adapters/model-process/messages.js'

/**
 * The program of a bench's worker process: loads what its runs need once and plays one after the other. It speaks as a
 * model's process does, but gives way to nobody: beside a bench runs no robot.
 */
export function serveRuns<Setup, Run, Played>(open: (setup: Setup) => (run: Run) => Promise<Played>): void {
  const say = (message: FromModel<Played>): void => void process.send?.(message)
  let play: ((run: Run) => Promise<Played>) | undefined

  const begin = (setup: Setup): void => {
    try {
      play = open(setup)
      say({ kind: 'ready' })
    } catch (error) {
      say({ kind: 'refused', reason: textOf(error) })
    }
  }
  const answer = async (id: number, run: Run): Promise<void> => {
    try {
      if (play === undefined) throw new Error('the worker is not open')
      say({ kind: 'answered', id, answer: await play(run) })
    } catch (error) {
      say({ kind: 'failed', id, reason: textOf(error) })
    }
  }

  // Ctrl-C reaches this process too; the bench ends it when it has written what is finished
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', (message: ToModel<Setup, Run>) => {
    switch (message.kind) {
      case 'open':
        return begin(message.setup)
      case 'ask':
        return void answer(message.id, message.job)
      case 'abort':
        // the bench drops what is under way by ending this process
        return
    }
  })
}
