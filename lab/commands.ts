import type { Commands } from '#cli/laboratory.js'

/** What `graft-lab` measures; `graft` takes the same commands when the laboratory lies beside it. */
export const LAB_COMMANDS: Commands = {
  bench: async () => (await import('./bench/bench-command.js')).addBenchCommand,
  data: async () => (await import('./dataset/data-command.js')).addDataCommand,
  faults: async () => (await import('./faults/faults.js')).addFaultsCommand,
  gym: async () => (await import('./gym/gym-command.js')).addGymCommand,
}
