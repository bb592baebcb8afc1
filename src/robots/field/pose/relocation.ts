import type { Pose } from '#base/field-map.js'
import type { SiteMap } from '#base/site/site-map.js'
import type { LaserScan, PoseCovariance } from '#localisation/ports.js'
import { apart } from '#localisation/search/decide.js'
import { PoseFinder, type PoseSearch } from '#localisation/search/search.js'
import { matchScan } from '#localisation/scan/match.js'

/**
 * Finds out where a robot is that stands and does not know it: searches the whole site from one turn of the scanner, a
 * portion at each call, and believes the answer once the next turns fit there, too. An answer that is ambiguous is
 * none: the search begins anew with the next turn. Whoever uses it forgets all once the robot moves.
 */
export class Relocation {
  readonly #site: SiteMap
  readonly #mounting: Pose
  #finder: PoseFinder | undefined
  #search: PoseSearch | undefined
  #candidate: { readonly pose: Pose; readonly confirmedBy: number } | undefined

  /** @param mounting the scanner on the body */
  constructor(site: SiteMap, mounting: Pose) {
    this.#site = site
    this.#mounting = mounting
  }

  /** Of the body's middle; undefined: it is not known yet. */
  get found(): Pose | undefined {
    const { pose, confirmedBy = 0 } = this.#candidate ?? {}
    return confirmedBy >= CONFIRMATIONS ? pose : undefined
  }

  /** @param scan a whole turn, during which the robot stood */
  look(scan: LaserScan): void {
    if (this.#candidate !== undefined) this.#confirm(scan, this.#candidate)
    else this.#search ??= this.#begin(scan)
  }

  /** Goes on searching, for some milliseconds. */
  advance(): void {
    const result = this.#search?.advance(PORTION)
    if (result === undefined) return
    this.#search = undefined
    if (result.kind === 'found') this.#candidate = { pose: result.match.fix.pose, confirmedBy: 0 }
  }

  forget(): void {
    this.#search = undefined
    this.#candidate = undefined
  }

  #begin(scan: LaserScan): PoseSearch {
    this.#finder ??= new PoseFinder(this.#site)
    return this.#finder.search({ scan, mounting: this.#mounting })
  }

  #confirm(
    scan: LaserScan,
    { pose, confirmedBy }: { readonly pose: Pose; readonly confirmedBy: number },
  ): void {
    const [site, mounting, prior] = [this.#site, this.#mounting, { pose, covariance: NEAR }]
    const matched = matchScan({ scan, site, prior, mounting })
    if (matched.kind === 'unmatched' || apart(matched.fix.pose, pose)) this.#candidate = undefined
    else this.#candidate = { pose: matched.fix.pose, confirmedBy: confirmedBy + 1 }
  }
}

/** poses a call: a site of 3 × 2 m takes some 40 calls, which is 0.8 s in a loop of 20 ms */
const PORTION = 4000
const CONFIRMATIONS = 3
/** 30 mm and 2° around what the search has found */
const NEAR: PoseCovariance = { xx: 0.03 ** 2, xy: 0, xt: 0, yy: 0.03 ** 2, yt: 0, tt: 0.035 ** 2 }
