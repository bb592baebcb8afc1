import type { Diagnostic } from '#base/diagnostic.js'

export const changedActive = (field: string, hash: string): Diagnostic => ({
  code: 'policy.active-changed',
  severity: 'error',
  message: `the good tree ${hash} of field ${field} cannot be run: an older good tree takes its place`,
  hint: 'look at the disk; tree.slots shows what runs now, tree.stage puts the tree back on trial',
})

export const unknownTree = (hash: string, { message, hint }: Diagnostic): Diagnostic => ({
  code: 'policy.unknown-tree',
  severity: 'error',
  message: `there is no going back to ${hash}: ${message}`,
  ...(hint === undefined ? {} : { hint }),
})

export const unreadable = (field: string, got: string): Diagnostic => ({
  code: 'policy.unreadable',
  severity: 'error',
  message: `the policy slots of field ${field} cannot be read`,
  expected: 'events as graft writes them',
  got,
  hint: 'check the disk; restore the store from a copy',
})
