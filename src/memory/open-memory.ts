import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SiteStore } from '#adapters/store/site/site-store.js'
import { StoreView } from '#adapters/store/site/view-store.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { LessonBook, LessonReader } from './lesson-book.js'

/**
 * Reads from the memory in a state folder, also while a service writes it.
 * @returns undefined of `look` where nothing has been stored yet
 */
export function readMemory<T>(
  dir: string,
  look: (reader: LessonReader | undefined) => T,
): Result<T, Diagnostic> {
  if (!existsSync(join(dir, 'graft.db'))) return ok(look(undefined))
  const view = StoreView.open(dir)
  if (!view.ok) return view
  try {
    return ok(look(view.value))
  } finally {
    view.value.close()
  }
}

/**
 * Opens the memory in a state folder for one change and closes it again. While a service runs there, the store is its
 * own, and the change is refused (`store.in-use`).
 */
export async function changeMemory<T>(
  dir: string,
  change: (book: LessonBook) => Promise<Result<T, Diagnostic>>,
): Promise<Result<T, Diagnostic>> {
  const store = SiteStore.open({ dir, now: Date.now, writer: 'inline' })
  if (!store.ok) return store
  try {
    return await change(store.value)
  } finally {
    await store.value.close()
  }
}
