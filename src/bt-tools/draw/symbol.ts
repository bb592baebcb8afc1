import type { NodeDef } from '#bt/document.js'

/** Returns a node type's symbol as used in the literature; types without their own get the symbol of their kind. */
export const symbolOf = ({ id, kind }: NodeDef): string => SYMBOLS.get(id) ?? KINDS[kind]

const KINDS: Readonly<Record<NodeDef['kind'], string>> = {
  control: '⋯',
  decorator: '◇',
  action: '',
  condition: '?=',
  subtree: '⊞',
}

const SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Sequence: '→',
    AsyncSequence: '→',
    SequenceWithMemory: '→*',
    ReactiveSequence: '→ʀ',
    Fallback: '?',
    AsyncFallback: '?',
    ReactiveFallback: '?ʀ',
    Parallel: '⇉',
    ParallelAll: '⇉',
    IfThenElse: 'if',
    WhileDoElse: 'while',
    TryCatch: 'try',
    Inverter: '¬',
    ForceSuccess: '✓',
    ForceFailure: '✗',
    Repeat: '↻',
    RetryUntilSuccessful: '↻',
    KeepRunningUntilFailure: '↻',
    RunOnce: '1×',
    Timeout: '≤t',
    Delay: '+t',
    Precondition: 'if',
  }),
)
