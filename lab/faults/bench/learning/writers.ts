import type { Rng } from '#base/random.js'
import type { Completed, LanguageModel } from '#learning/ports.js'

/** does not come back */
export const HANGS = Symbol('hangs')
/** writes until its tokens are used up */
export const ENDLESS = Symbol('endless')
type Written = string | typeof HANGS | typeof ENDLESS

/** A language model of the bench: writes what it is told, or does not come back. */
export function writer(write: () => Written): LanguageModel {
  return {
    id: 'writer of the fault bench',
    contextSize: 8192,
    countTokens: (text) => Promise.resolve(Math.ceil(text.length / 3)),
    complete: () => {
      const written = write()
      if (written === HANGS) return new Promise<Completed>(() => undefined)
      const complete = written !== ENDLESS
      return Promise.resolve({
        text: complete ? written : '[{"why":"trace","op":"insert","last":"root","node":"Transf',
        promptTokens: 900,
        tokens: 96,
        meanLogProb: -0.1,
        minProb: 0.2,
        complete,
      })
    },
    dispose: () => Promise.resolve(),
  }
}

/** Text that is no reply at all. */
export const garbage = (rng: Rng): string =>
  rng.pick([
    () => Array.from({ length: 40 }, () => String.fromCharCode(32 + rng.int(95))).join(''),
    () => '{"op":"insert"}',
    () => '[[[[[[',
    () => `[${'{"why":"trace","op":"remove","at":"root"},'.repeat(20)}]`,
    () => '\u0000\uffff\ud800',
    () => 'I am sorry, as a language model I cannot drive robots.',
    () => `<think>${'no '.repeat(200)}</think>`,
    () => '[{"why":"trace","op":"explode","at":"root"}]',
  ])()

/** Edits of the language that name what is not there. */
export const inapplicable = (rng: Rng): string =>
  JSON.stringify([
    rng.pick([
      { why: 'trace', op: 'remove', at: `LoadBlocksSequence@${10 + rng.int(90)}` },
      { why: 'trace', op: 'unwrap', at: 'MoveToZone@1' },
      { why: 'coverage@77', op: 'remove', at: 'MoveToZone@1' },
      { why: 'trace', op: 'setAttr', at: 'MoveToZone@1', speed: '3' },
      { why: 'trace', op: 'insert', last: 'root', node: 'LaunchRocket' },
      { why: 'trace', op: 'move', at: 'root', before: 'MoveToZone@1' },
      { why: 'trace', op: 'wrap', at: 'MoveToZone@1', node: 'LoadBlocks' },
    ]),
  ])

/** Edits that read well and would break a rule if they were run. */
export const hostile = (rng: Rng): string =>
  JSON.stringify([
    rng.pick([
      { why: 'trace', op: 'remove', at: 'LoadBlocksSequence@1' },
      { why: 'trace', op: 'insert', first: 'root', node: 'UnloadBlocksSequence' },
      { why: 'trace', op: 'setAttr', at: 'MoveToZone@2', zone: `${9 + rng.int(90)}` },
      { why: 'trace', op: 'setAttr', at: 'MoveToZone@1', zone: '1; rm -rf /' },
      { why: 'trace', op: 'setAttr', at: 'MoveToZone@1', zone: '{@home}' },
      { why: 'trace', op: 'insert', after: 'LoadBlocksSequence@1', node: 'RotateBlocks', mask: '9999' },
      { why: 'trace', op: 'insert', first: 'root', node: 'Transfer', from: 2, to: 1, mask: '0000' },
      { why: 'trace', op: 'move', at: 'UnloadBlocksSequence@2', before: 'LoadBlocksSequence@1' },
    ]),
  ])
