import { isAbsolute, join, relative, resolve } from 'node:path'
import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { regularHash } from '#documents/read-regular.js'
import type { LoadedWorld } from '../load-world.js'
import { yamlNames } from './find-world.js'

/** SHA-256 of each file that decides what happens in a run in a world, by its path in the world's folder. */
export type WorldFiles = Readonly<Record<string, string>>

type FilesOf = Pick<LoadedWorld, 'folder' | 'files' | 'robot'>

/**
 * The files that decide a run: the documents, the scene and the scenario of a simulation, and the programs in the
 * folder that the command of a driver names. What such a program reads by itself is not among them, nor is the first
 * tree: a run keeps its own copy.
 */
export function worldFiles(world: FilesOf, scenario: string | null): WorldFiles {
  const { folder, files, robot } = world
  const paths = [
    join(folder, 'world.yaml'),
    join(folder, 'robot.yaml'),
    files.task,
    ...(robot.driver.kind === 'simulated' ? simulated(folder, scenario) : []),
    // a word of a command may be an option, or a program of the computer: neither is a file of this folder
    ...(robot.driver.kind === 'process' ? robot.driver.command : [])
      .map((word) => resolve(folder, word))
      .filter((path) => isInside(folder, path)),
  ]
  return Object.fromEntries(
    paths.flatMap((path) => {
      const hash = regularHash(path)
      return hash.ok ? [[nameIn(folder, path), hash.value]] : []
    }),
  )
}

/** Where a scenario is read: a file of the world by its name, or a path. */
export const scenarioFile = (folder: string, name: string): string =>
  isScenarioOfWorld(name) ? join(folder, 'scenarios', `${name}.yaml`) : name

/** Whether a scenario is named, and not the path of a file. */
export const isScenarioOfWorld = (name: string): boolean => !/[/.]/.test(name)

/** Says which scenarios a world has. */
export function noScenario(folder: string, name: string): Diagnostic {
  const known = yamlNames(join(folder, 'scenarios'))
  const near = didYouMean(name, known)
  return {
    code: 'scenario.missing',
    severity: 'error',
    message: `there is no scenario ${name}`,
    expected: [...known.toSorted(), 'or a file'].join(', '),
    got: name,
    hint: near === undefined ? 'leave it out, and all is as believed' : `did you mean ${near}?`,
  }
}

/** The file of the first tree, as people call it. */
export const firstTreeOf = ({ folder, files }: FilesOf): string => nameIn(folder, files.tree)

/**
 * What has become of files since then, in words: `scene.yaml has changed`. A file without a hash of then is a change as
 * well: otherwise a `run.json` from elsewhere could have any file of this computer read as a scenario.
 */
export function changesIn(was: WorldFiles, now: WorldFiles): readonly string[] {
  // `task.yaml` and the file in `tasks/` may be the same task
  const [then, today] = [Object.values(was), Object.values(now)]
  const others = Object.entries(was).filter(([, hash]) => !today.includes(hash))
  const added = Object.entries(now).filter(([name, hash]) => was[name] === undefined && !then.includes(hash))
  return [
    ...others.map(([name]) => `${name} ${now[name] === undefined ? 'is gone' : 'has changed'}`),
    ...added.map(([name]) => `${name} is not among the files that the run began with`),
  ]
}

const simulated = (folder: string, scenario: string | null): readonly string[] => [
  join(folder, 'scene.yaml'),
  ...(scenario === null ? [] : [scenarioFile(folder, scenario)]),
]

/** The same wherever the world lies. */
const nameIn = (folder: string, path: string): string =>
  isInside(folder, path) ? relative(resolve(folder), resolve(path)) : path

function isInside(folder: string, path: string): boolean {
  const way = relative(resolve(folder), resolve(path))
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}
