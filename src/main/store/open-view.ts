import type { StoreView } from '../../adapters/store/site/view-store.js'
import type { Diagnostic } from '../../base/diagnostic.js'
import type { Result } from '../../base/result.js'
import { ownState } from '../state-folder.js'

/** Opens a store for looking; as root with the rights of its owner, here and in all that follows. */
export async function openView(given: string | undefined): Promise<Result<StoreView, Diagnostic>> {
  const [{ StoreView }] = await Promise.all([
    import('../../adapters/store/site/view-store.js'),
    // what the commands need later is loaded while it can be
    import('../../adapters/store/site/check.js'),
    import('../../adapters/store/site/export-run.js'),
    import('../../adapters/store/site/site-store.js'),
  ])
  const state = await ownState(given)
  return state.ok ? StoreView.open(state.value) : state
}
