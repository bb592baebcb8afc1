import { join } from 'node:path'

/** Paths in the folder of a store (docs/store.md). */
export interface Layout {
  readonly dir: string
  readonly database: string
  readonly images: string
  readonly recordings: string
}

export const layoutOf = (dir: string): Layout => ({
  dir,
  database: join(dir, 'graft.db'),
  images: join(dir, 'images'),
  recordings: join(dir, 'recordings'),
})

/** `images/ab/cdef….jpg`: sharded, so that no folder has ten thousand files. */
export const imageFile = (layout: Layout, hash: string): string =>
  join(layout.images, hash.slice(0, 2), `${hash.slice(2)}.jpg`)

/** Everything in this folder belongs to the episode and is removed with it. */
export const recordingFolder = (layout: Layout, run: string, episode: number): string =>
  join(layout.recordings, run, String(episode).padStart(2, '0'))
