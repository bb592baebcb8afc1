import type { Breach } from '#link/protocol-checker.js'
import { nameMessage } from './message-text.js'

/** One sentence on how the wire broke the law. */
export function sayBreach(breach: Breach): string {
  const got = nameMessage(breach.got)
  switch (breach.kind) {
    case 'no-permit':
      return `law 2 broken: ${got} carries no permit`
    case 'permit-reused':
      return `law 2 broken: the permit of ${got} was that of ${nameMessage(breach.before)}`
    case 'id-reused':
      return `the id of ${got} stood for another message: ${nameMessage(breach.before)}; a retry must be the same bytes`
    case 'executed-twice':
      return `the id of ${got} was accepted twice as new: the command ran twice`
  }
}
