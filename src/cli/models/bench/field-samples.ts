/**
 * Input for timing the loops: made up, with the length and structure of real prompts. The model's answers do not
 * matter.
 */
export interface Sample {
  /** prompts with a common prefix and different last lines, as when a refused reply is requested again */
  readonly prompts: readonly string[]
  /** nonsense prompts, for models that answer real ones too briefly */
  readonly babble: readonly string[]
  /** a prompt with a different prefix, which evicts the shared prefix from the context */
  readonly stranger: string
  /** GBNF that matches long replies */
  readonly grammar: string
}

const FIELD = `FIELD:load:1,3,5,7;unload:2,4!,6,8;left:1>8,3>6,5>2
NODES:Transfer,CursorSequence,MoveToHome,RotateBlocks,RetryUntilSuccessful,Sequence
RULES:1 edits;supported only
TREE:root[MoveToZone@7;LoadBlocksSequence@7;MoveToZone@4;UnloadBlocksSequence@4;RetryUntilSuccessful@home=3[MoveToHome]]
ISSUES:
orientation@4:unknown
SCORE:-24;home:1
TRACE:44;ok:3;UnloadBlocksSequence@4:failure:x1:9;!UnloadBlocksSequence@4:"dock missed by 81 mm"
HISTORY:117+1;best:117
`

const PROSE = `You improve the behaviour tree of a mobile robot that moves wooden blocks within 100 seconds.
Each load zone holds four blocks; the gripper carries four at once. Bring them to unload zones, blue face up.
Move the shelf to its target and end in the finish area. Every second costs a point, every correct block earns ten.
`

const history = (lines: number): string =>
  Array.from(
    { length: lines },
    (_, i) =>
      `- episode ${i}: zone ${1 + (i % 8)} was emptied, ${i % 5} of its blocks lay orange side up, then kept`,
  ).join('\n')

/** Lines of history in a full prompt, longest first; if a prompt does not fit, the next is tried. */
export const HISTORY_LINES = [24, 12, 4, 0] as const

export const sampleFor = (profile: 'compact' | 'full', lines: number): Sample => ({
  prompts: (profile === 'compact' ? [1, 2, 3, 4] : [5, 6, 7, 8]).map((n) => {
    const refusal = `REFUSED:remove RetryUntilSuccessful@home:"zone ${n}"`
    return profile === 'compact'
      ? `TASK:blue up;4 a trip;shelf;home;100 s\n${FIELD}${refusal}\nEDIT:`
      : `${PROSE}${FIELD}${history(lines)}\n${refusal}\nAnswer with a JSON array of edits only.`
  }),
  babble: [
    'zone 1 has blocks 0101 and the robot is home ; ',
    'TREE:root[MoveToZone@7;',
    '[{"why":"',
    'once upon a time, ',
  ].map((text) => text.repeat(12)),
  stranger: 'Zebras have stripes, and no two of them have the same ones. '.repeat(3),
  grammar: `root ::= "[" edit ("," edit){11} "]"
edit ::= "{\\"why\\":\\"" ("score" | "trace") "\\",\\"op\\":\\"" ("remove" | "unwrap") "\\",\\"at\\":\\"" \
[A-Za-z]{1,8} "@" [1-8] "\\"}"
`,
})

/** The question to a model that answers in prose. */
export const LOOK =
  'What colours do the blocks in the picture have, and where do they lie? Answer in one sentence.'
