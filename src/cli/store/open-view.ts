import type { StoreView } from '#adapters/store/site/view-store.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { findStateAsOwner } from '#app/run-folder/state-folder.js'

/** Opens a store read-only. As root, drops to the rights of its owner, here and from then on. */
export async function openView(given: string | undefined): Promise<Result<StoreView, Diagnostic>> {
  const [{ StoreView }] = await Promise.all([
    import('#adapters/store/site/view-store.js'),
    // load what the commands need later while this process still may read it
    import('#adapters/store/site/check.js'),
    import('#adapters/store/site/export-run.js'),
    import('#adapters/store/site/site-store.js'),
  ])
  const state = await findStateAsOwner(given)
  return state.ok ? StoreView.open(state.value) : state
}

/**
 * Reads a store and closes it. If a service starts writing meanwhile, reads once more: the first attempt may have seen
 * neither the old nor the new state.
 */
export async function lookAt<T>(
  given: string | undefined,
  look: (view: StoreView) => T,
): Promise<Result<T, Diagnostic>> {
  for (let looks = 1; ; looks++) {
    const view = await openView(given)
    if (!view.ok) return view
    try {
      const seen = look(view.value)
      if (!view.value.isOvertaken || looks === MOST_LOOKS) return ok(seen)
    } catch (error) {
      if (!view.value.isOvertaken || looks === MOST_LOOKS) return err(unreadable(error))
    } finally {
      view.value.close()
    }
  }
}

/** The problem of a store whose content is damaged, by the disk or by tampering. */
export const unreadable = (error: unknown): Diagnostic => ({
  code: 'store.damaged',
  severity: 'error',
  message: 'something in the store cannot be read',
  got: error instanceof Error ? error.message : String(error),
  hint: 'graft store check shows what has changed on the disk',
})

const MOST_LOOKS = 2
