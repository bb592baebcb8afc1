import { describeDiskError } from '#app/run-folder/disk-error.js'
import type { Diagnostic } from '#base/diagnostic.js'

/** Does what reads or writes what is kept of an order. @param refused how it ends where the disk refuses that */
export async function withOrders<T>(
  folder: string,
  action: () => T | Promise<T>,
  refused: (trouble: Diagnostic) => T,
): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const trouble = orderTrouble(error, folder)
    if (trouble === undefined) throw error
    return refused(trouble)
  }
}

/**
 * Says why what is kept of an order cannot be read or written: that is no bug in graft.
 * @param folder that of the runs
 * @returns undefined for any other error
 */
function orderTrouble(error: unknown, folder: string): Diagnostic | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (!UNFIT.has(String(error.code))) return describeDiskError(error, folder)
  return {
    code: 'do.log-unreadable',
    severity: 'error',
    message: `what is kept of an order cannot be read: ${error.message}`,
    expected: 'a file that graft has written',
    got: folder,
    hint: 'see how everything is, since the robot may hold something; then move away what is in its place',
  }
}

/** It is a folder or a pipe, or longer than any log of an order. */
const UNFIT: ReadonlySet<string> = new Set(['not-a-file', 'too-long'])
