import fc from 'fast-check'

const leaf = fc
  .tuple(
    fc.constantFrom('T', 'TS', 'C'),
    fc.array(fc.constantFrom('S', 'F', 'R', 'K'), { minLength: 1, maxLength: 6 }),
  )
  .map(([type, tape]) => `<${type} script="${tape.join(',')}" at_end="cycle"/>`)

const inside = (open: string, close: string) => (children: readonly string[]) =>
  `<${open}>${children.join('')}</${close}>`

/** Any tree of controls and decorators around scripted leaves whose statuses only their tapes decide. */
export const randomBody: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => {
  const node = tie('node')
  const children = (minLength: number, maxLength: number) => fc.array(node, { minLength, maxLength })
  const many = (open: string, min = 1, max = 4) =>
    children(min, max).map(inside(open, open.split(' ')[0] ?? open))
  const one = (open: string) => many(open, 1, 1)
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      many('Sequence'),
      many('AsyncSequence'),
      many('SequenceWithMemory'),
      many('Fallback'),
      many('AsyncFallback'),
      // an AsyncSequence directly below is refused, so both stand around one node
      one('ReactiveFallback'),
      many('ReactiveFallback'),
      children(1, 3).map(
        (list) =>
          `<ReactiveSequence>${list.map((child) => `<Inverter>${child}</Inverter>`).join('')}</ReactiveSequence>`,
      ),
      many('Parallel'),
      many('Parallel success_count="2" failure_count="2"', 2),
      many('ParallelAll'),
      // conditions that could be skipped throw
      fc
        .tuple(fc.constantFrom('IfThenElse', 'WhileDoElse'), children(1, 2))
        .map(([id, list]) => `<${id}><T script="S,R,F,S" at_end="cycle"/>${list.join('')}</${id}>`),
      many('Switch2 variable="b" case_1="a" case_2="b"', 3, 3),
      many('TryCatch', 2),
      one('Inverter'),
      one('ForceSuccess'),
      one('ForceFailure'),
      one('KeepRunningUntilFailure'),
      one('Repeat num_cycles="2"'),
      one('RetryUntilSuccessful num_attempts="2"'),
      one('RunOnce'),
      one('RunOnce then_skip="false"'),
      one('Timeout msec="25"'),
      one('Delay delay_msec="15"'),
      one('Precondition if="true"'),
      one('LoopInt queue="1;2"'),
    ),
  }
}).node

/** Ticks and halts; each tick takes 10 ms. */
export const randomSteps = fc
  .array(fc.constantFrom('tick', 'tick', 'tick', 'halt'), { minLength: 1, maxLength: 12 })
  .map((calls) => calls.flatMap((call) => [call, { sleep_ms: 10 }]))
