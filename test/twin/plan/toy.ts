import { err, ok, type Result } from '#base/result.js'
import type { BadStep, Domain, FailedCheck, PredictedOutcomes, PlannedStep } from '#twin/domain/domain.js'

/** A world of three rooms, one box and a door: small enough to think through, with every kind of rule. */
export interface Toy {
  readonly room: number
  readonly held: boolean
  readonly open: boolean
}

export type ToyCommand = { readonly do: 'go'; readonly to: number } | { readonly do: 'take' | 'put' | 'push' }

export const toyStart: Toy = { room: 0, held: false, open: false }

export const toy: Domain<Toy, ToyCommand> = {
  name: 'toy',
  skills: ['Go', 'Take', 'Put', 'Push', 'Fetch', 'Wait'],
  intend: ({ skill, args }, state): Result<readonly ToyCommand[], BadStep> => {
    switch (skill) {
      case 'Go':
      case 'Fetch': {
        const to = Number(args['room'])
        if (![1, 2, 3].includes(to)) {
          return err({
            kind: 'bad-step',
            checkId: 'bad-argument',
            text: `room ${args['room'] ?? ''} is none`,
          })
        }
        return ok(skill === 'Go' ? [{ do: 'go', to }] : [{ do: 'go', to }, { do: 'take' }])
      }
      case 'Take':
        return ok(state.held ? [] : [{ do: 'take' }])
      case 'Put':
        return ok([{ do: 'put' }])
      case 'Push':
        return ok([{ do: 'push' }])
      case 'Wait':
        return ok([])
      default:
        return err({ kind: 'bad-step', checkId: 'unknown-skill', text: `${skill} is unknown` })
    }
  },
  judge: (state, command): Result<PredictedOutcomes<Toy>, FailedCheck> => {
    const no = (checkId: string, text: string) => err({ checkId, text })
    const yes = (...outcomes: [Toy, ...Toy[]]) => ok({ outcomes, expected: [] })
    switch (command.do) {
      case 'go':
        if (command.to === 3 && !state.open) return no('door-open', 'the door is shut: push it')
        return yes({ ...state, room: command.to })
      case 'take':
        if (state.held) return no('hand-free', 'the hand is full')
        return state.room === 1 ? yes({ ...state, held: true }) : no('at-box', 'the box is in room 1')
      case 'put':
        return state.held ? yes({ ...state, held: false }) : no('hand-full', 'the hand is empty')
      // the door swings: it may be open or shut afterwards
      case 'push':
        if (state.room !== 2) return no('at-door', 'the door is in room 2')
        return yes({ ...state, open: true }, { ...state, open: false })
    }
  },
  describeCommand: (command) => (command.do === 'go' ? `go to room ${command.to}` : command.do),
  fingerprint: ({ room, held, open }) => `${room} ${held ? 'held' : '-'} ${open ? 'open' : '-'}`,
  candidates: () => [
    ...[1, 2, 3].map((room) => step('Go', { room: `${room}` })),
    step('Take'),
    step('Put'),
    step('Push'),
  ],
}

export const step = (skill: string, args: PlannedStep['args'] = {}, path = ''): PlannedStep => ({
  skill,
  args,
  path,
})
