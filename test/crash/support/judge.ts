import { treeHash } from '#bt/xml/write.js'
import type { Ack } from './acks.js'
import { EPISODES, FIRST, SECOND } from './mission.js'
import type { Recovered, Subject } from './subject.js'

/** Trees that a start may begin with: A or B, never neither. */
const A = treeHash(FIRST)
const B = treeHash(SECOND)

/** What is wrong with what the next start found, held against what the dead process had said; nothing when all is well. */
function brokenPromises(acks: readonly Ack[], found: Recovered): string[] {
  if (found.refused !== undefined) return [`the next start is refused: ${found.refused}`]
  const lost = acks.flatMap((ack) => (isKept(ack, found) ? [] : [`lost: ${JSON.stringify(ack)}`]))
  const promised = acks.filter(({ what }) => what === 'commit').length
  const invented =
    found.episodes.length > promised + 1 ? [`${found.episodes.length} episodes, ${promised} promised`] : []
  const boots =
    found.boots === A || found.boots === B ? [] : [`it would begin with the tree ${found.boots ?? 'none'}`]
  return [...lost, ...invented, ...boots, ...found.corrupt.map((what) => `corrupt: ${what}`)]
}

function isKept(ack: Ack, found: Recovered): boolean {
  switch (ack.what) {
    case 'run':
      return found.run === ack.key
    case 'tree':
      return found.trees.has(ack.hash)
    case 'frame':
      return found.frames.get(`${ack.episode}/${ack.id}`) === ack.sha
    case 'issued':
    case 'wire':
      return found.issued.some(({ session, id }) => session === ack.session && id === ack.id)
    case 'commit':
      return found.episodes[ack.episode - 1] === ack.sha
    case 'trial':
      return (found.trials.get(ack.hash) ?? 0) >= ack.started
    case 'promoted':
      return found.boots === ack.hash
    case 'done':
      return found.episodes.length === EPISODES
  }
}

/** Lets the run go on to its end: nothing that may have moved the robot may be sent again. */
async function brokenResumption(found: Recovered, wasm: Uint8Array): Promise<string[]> {
  const finished = found.episodes.length
  const { sent, episodes } = await found.goOn(wasm)
  const again = sent.filter(
    ({ session, id, episode }) =>
      episode <= finished || found.issued.some((old) => old.session === session && old.id === id),
  )
  const ended = found.run === undefined || episodes === EPISODES
  return [
    ...again.map((command) => `actuated again: ${JSON.stringify(command)}`),
    ...(ended ? [] : [`resumed, it ended with ${episodes} episodes`]),
  ]
}

/** Opens, judges and closes. @param wasm goes on to the end of the run, too */
export async function judged(
  subject: Subject,
  folder: string,
  acks: readonly Ack[],
  wasm?: Uint8Array,
): Promise<string[]> {
  let found: Recovered
  try {
    found = await subject.recover(folder)
  } catch (error) {
    return [`the next start throws: ${String(error)}`]
  }
  try {
    const broken = brokenPromises(acks, found)
    if (broken.length > 0 || wasm === undefined) return broken
    return await brokenResumption(found, wasm)
  } finally {
    await found.close()
  }
}
