import type { Command } from 'commander'
import type { Diagnostic } from '#base/diagnostic.js'
import { ownState, withState, type StateOptions } from '#app/run-folder/state-folder.js'

/** `graft store set-aside`: the way on when a store cannot be used, and nobody has a copy. */
export function addSetAsideCommand(store: Command, refuse: (problem: Diagnostic) => void): void {
  withState(store.command('set-aside'))
    .description('put a store that cannot be used into a folder of its own; the next start begins a new one')
    .action(async ({ state, json }: StateOptions) => {
      const { setAside } = await import('#adapters/store/site/folder/set-aside.js')
      const place = await ownState(state)
      if (!place.ok) return refuse(place.error)
      const put = setAside(place.value, Date.now())
      if (!put.ok) return refuse(put.error)
      const { folder, moved } = put.value
      process.stdout.write(`${json ? JSON.stringify(put.value) : folder}\n`)
      process.stderr.write(`${moved.join(', ')}: nothing of it was changed or removed\n`)
    })
}
