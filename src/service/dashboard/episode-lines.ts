import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { EpisodeLine } from './live/messages.js'

/** The newest finished episodes of the store, for the page, oldest first. */
export const episodeLines = (store: Pick<SiteStore, 'runs' | 'episodes'>): readonly EpisodeLine[] =>
  [...store.runs(MAX_RUNS)]
    // the store gives the newest first, the page shows them as they came
    .reverse()
    .flatMap(({ key, field }) =>
      store.episodes(key).map(({ run, episode, score, endReason, tree }) => ({
        run,
        episode,
        field,
        score,
        endReason,
        treeHash: tree,
      })),
    )
    .slice(-MAX_EPISODES)

const MAX_RUNS = 20
const MAX_EPISODES = 200
