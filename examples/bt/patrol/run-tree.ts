import type { TickStatus, Tree } from 'graft/bt'

/**
 * Ticks a tree until it finishes.
 * @param pause waits between ticks; its argument resolves when a node requests the next tick at once
 */
export async function runTree(
  tree: Tree,
  pause: (woken: Promise<void>) => Promise<void>,
): Promise<TickStatus> {
  for (;;) {
    const { promise: woken, resolve: wake } = signal()
    const stop = tree.onWakeUp(wake)
    const status = tree.tickOnce()
    if (status === 'RUNNING') await pause(woken)
    stop()
    if (status !== 'RUNNING') return status
  }
}

function signal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
