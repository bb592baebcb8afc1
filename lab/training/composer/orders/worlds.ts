import { existsSync, readFileSync } from 'node:fs'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

const FOLDERS = ['worlds', 'lab/understand/worlds']
const known = new Map<string, SpokenWorld>()

/** A world of the repository as people speak of it. */
export function worldNamed(name: string, speaker?: string): SpokenWorld {
  const key = `${name} ${speaker ?? ''}`
  const made = known.get(key) ?? make(name, speaker)
  known.set(key, made)
  return made
}

function make(name: string, speaker: string | undefined): SpokenWorld {
  const file = FOLDERS.map((folder) => `${folder}/${name}/world.yaml`).find((each) => existsSync(each)) ?? ''
  const domain = must(parseDomainText(readFileSync(file, 'utf8'), file), name)
  return spokenWorld(domain, { lexicon: loadLexicon(), ...(speaker !== undefined && { speaker }) })
}
