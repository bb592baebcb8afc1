import type { Finding, Situation } from './finding.js'

/**
 * What the edit that fixes a finding must name, looked up by code: attachment point, slots, zones. Which edit it is,
 * and which nodes it needs, is left to the model.
 */
export function fixFeatures(
  situation: Situation,
  finding: Finding,
): Readonly<Record<string, string | number>> {
  const { site, mask } = finding
  if (site === null) return {}
  const faces = (zone: number): string => situation.faces.get(zone) ?? '0000'
  if (site.kind === 'route') return { ...site.route, mask: faces(site.route.from) }
  const { at, to, value } = site
  const [from, goal] = (to ?? '').split('>')
  if (from && goal) return { at, from: Number(from), to: Number(goal), mask: faces(Number(from)) }
  if (to === 'first' || to === 'last') return { at, [to]: 'root' }
  if (to === 'none' || to === 'out') return { at, to }
  if (to !== null) return { at, zone: Number(to) }
  const node = situation.book.named(at)?.node
  if (finding.impact === 'orientation' && mask !== null) {
    return node?.id === 'RotateBlocks' ? { at, flip: mask } : { after: at, mask }
  }
  return value !== null && node?.id === 'RetryUntilSuccessful' ? { at, num_attempts: Number(value) } : { at }
}
