// Only for tests: `node --import …/planted-bug.mjs bin/graft.js …` runs graft with a bug, so its code 70 can be seen.
import { Command } from 'commander'

Command.prototype.parseAsync = () => {
  if (process.env.PLANTED_BUG === 'unsettled') return new Promise(() => undefined)
  if (process.env.PLANTED_BUG === 'uncaught') setImmediate(() => JSON.parse('a bug that was planted'))
  else throw new Error('a bug that was planted')
  return new Promise((resolve) => setTimeout(resolve, 1000))
}
