import { fixFeatures } from '../situation/fix-features.js'
import type { Finding, Situation } from '../situation/finding.js'
import { TRANSFER } from '../forms.js'
import { roomIn } from './edit-room.js'
import type { GrammarInput } from './grammar.js'
import { oneOf, text } from './values.js'

/** Attempts allowed in a retry. */
const ATTEMPTS = '("2" | "3")'

/**
 * GBNF for the small model's reply: one edit that could fix a supported finding, or `[]`. The names in an edit come
 * from its finding, which code has looked up (docs/actor-language.md); the model decides whether to act, on which
 * finding and with which edit. A model of a million parameters chooses well but occasionally copies the wrong zone;
 * here it cannot.
 */
export function fixGrammar({ situation, library, maxEdits }: Omit<GrammarInput, 'map'>): string {
  const room = roomIn(situation.book, library)
  const allowed = { remove: new Set(room.removable), unwrap: new Set(room.unwrappable) }
  const fixes = situation.findings
    .filter((finding) => finding.status === 'supported')
    .flatMap((finding) => {
      const ops = opsFor(situation, finding, allowed)
      return ops.length === 0
        ? []
        : [`${text(`{"why":"${quoted(finding.why)}","op":"`)} (${ops.join(' | ')}) "}"`]
    })
  const edit = [...new Set(fixes)]
  if (edit.length === 0 || maxEdits === 0) return 'root ::= "[]"\n'
  return `root ::= "[]" | "[" edit "]"\nedit ::= ${edit.join(' | ')}\n`
}

interface AllowedEdits {
  readonly remove: ReadonlySet<string>
  readonly unwrap: ReadonlySet<string>
}

function opsFor(situation: Situation, finding: Finding, allowed: AllowedEdits): string[] {
  const features = fixFeatures(situation, finding)
  const { at, after, from, to, mask, flip, zone, num_attempts: attempts } = features
  if (from !== undefined && to !== undefined) return [trip({ at, from, to, mask })]
  if (after !== undefined) return [text(`insert","after":"${after}","node":"RotateBlocks","mask":"${mask}"`)]
  if (at === undefined) return []
  const setAttr = (name: string, value: string): string =>
    `${text(`setAttr","at":"${at}","${name}":`)} ${value}`
  const remove = allowed.remove.has(String(at)) ? [text(`remove","at":"${at}"`)] : []
  if (at === 'root') {
    return ['first":"root","node":"CursorSequence"', 'last":"root","node":"MoveToHome"'].map((place) =>
      text(`insert","${place}`),
    )
  }
  if (flip !== undefined) return [setAttr('flip', text(`"${flip}"`)), ...remove]
  if (zone !== undefined) return [setAttr('zone', text(String(zone))), ...remove]
  if (features['first'] !== undefined || features['last'] !== undefined)
    return [`${text(`move","at":"${at}","`)} (${oneOf(['first', 'last'])}) ${text('":"root"')}`]
  if (to === 'out') return allowed.unwrap.has(String(at)) ? [text(`unwrap","at":"${at}"`), ...remove] : remove
  if (to === 'none') return remove
  if (attempts !== undefined) return [setAttr('num_attempts', ATTEMPTS), ...remove]
  return [
    `${text(`wrap","at":"${at}","node":"RetryUntilSuccessful","num_attempts":`)} ${ATTEMPTS}`,
    ...remove,
  ]
}

type Feature = string | number | undefined

function trip({ at, from, to, mask }: Readonly<Record<'at' | 'from' | 'to' | 'mask', Feature>>): string {
  const place = at === undefined ? 'insert","last":"root' : `replaceSubtree","at":"${at}`
  return text(`${place}","node":"${TRANSFER}","from":${from},"to":${to},"mask":"${mask ?? '0000'}"`)
}

const quoted = (word: string): string => JSON.stringify(word).slice(1, -1)
