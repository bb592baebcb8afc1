import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import { readNodesModel } from '#bt/xml/read-model.js'

const folder = new URL('../../../bt/', import.meta.url)

/** A file of the shipped `bt/` folder, by its path there. */
export const missionText = (name: string): string =>
  readFileSync(fileURLToPath(new URL(name, folder)), 'utf8')

export const robotLibrary = new NodeLibrary(
  must(readNodesModel(missionText('nodes.xml'), 'nodes.xml'), 'nodes.xml'),
)

export const loadMission = (name: string): TreeDoc =>
  must(parseTree(missionText(name), { file: name, library: robotLibrary, load: missionText }), name)
