import { codesForStage, type CodeInfo } from './code-info.js'

const lint = codesForStage('lint')

/** Traps: the tree runs, but perhaps not as intended. Always warnings. */
export const LINT_CODES: Readonly<Record<string, CodeInfo>> = {
  'bt.old-spelling': lint(
    'Old spelling',
    'RetryUntilSuccesful with one s is the spelling of version 3; it is read as RetryUntilSuccessful.',
    '<RetryUntilSuccesful>',
    '<RetryUntilSuccessful>',
  ),
  'bt.unreachable': lint(
    'Never ticked',
    'A child before it always decides, so the control never reaches it.',
    '<Fallback><AlwaysSuccess/><Dock/></Fallback>',
    '<Sequence><AlwaysSuccess/><Dock/></Sequence>',
  ),
  'bt.endless-loop': lint(
    'Loop that never yields',
    'An unbounded loop around nodes that never return RUNNING. In BehaviorTree.CPP tickOnce hangs.',
    '<Repeat num_cycles="-1"><AlwaysSuccess/></Repeat>',
    '<Repeat num_cycles="3"><AlwaysSuccess/></Repeat>',
  ),
  'bt.timer-in-reactive': lint(
    'Timer before others in a reactive control',
    'Reactive controls begin at their first child with every tick, so the timer restarts each time.',
    '<ReactiveSequence><Delay…/><Drive/></ReactiveSequence>',
    '<Sequence><Delay…/><Drive/></Sequence>',
  ),
  'bt.branch-count': lint(
    'Wrong number of branches',
    'BehaviorTree.CPP creates the node and throws when it is ticked.',
    '<IfThenElse><A/></IfThenElse>',
    '<IfThenElse><A/><B/></IfThenElse>',
  ),
  'bt.skipped-condition': lint(
    'Condition that can be skipped',
    'IfThenElse and WhileDoElse throw when their condition is skipped.',
    '<IfThenElse><C _skipIf="x"/>…',
    '<IfThenElse><C _failureIf="x"/>…',
  ),
  'bt.kept-running': lint(
    'Skipped child kept running',
    'KeepRunningUntilFailure returns RUNNING while its child is skipped.',
    '<KeepRunningUntilFailure><A _skipIf="x"/>…',
    '<KeepRunningUntilFailure _skipIf="x"><A/>…',
  ),
  'bt.parallel-skipped': lint(
    'Parallel of skipped children succeeds',
    'With a negative success_count skipped children count as successes.',
    '<Parallel><A _skipIf="x"/></Parallel>',
    '<Parallel success_count="1"><A _skipIf="x"/></Parallel>',
  ),
  'bt.parallel-zero': lint(
    'Parallel fails immediately',
    'failure_count="0" is reached before anything failed.',
    'failure_count="0"',
    'failure_count="1"',
  ),
  'bt.threshold': lint(
    'Threshold above the number of children',
    'The node throws when it is ticked.',
    '<Parallel success_count="3"><A/></Parallel>',
    '<Parallel success_count="1"><A/></Parallel>',
  ),
  'bt.bool-literal': lint(
    'Literal true is text',
    'A literal true or false that is given to a SubTree stays text; `!go` inside throws.',
    '<SubTree ID="S" go="true"/>',
    '<SubTree ID="S" go="1"/>',
  ),
  'bt.both-sides': lint(
    'Assignment that always executes',
    '&& and || evaluate both sides.',
    'ready && n := 1',
    'ready ? (n := 1) : 0',
  ),
  'bt.literal-onto-variable': lint(
    'Literal empties a variable',
    'SetBlackboard with a literal leaves a variable that a script made empty.',
    '<Script code="x:=1"/><SetBlackboard value="2" output_key="x"/>',
    '<Script code="x:=1"/><Script code="x=2"/>',
  ),
  'bt.unread-output': lint(
    'Output that is never read',
    'No node, script or SubTree of this tree reads the key, but a similar key is read and never written.',
    '<Look faces="{face}"/><Turn mask="{faces}"/>',
    '<Look faces="{faces}"/><Turn mask="{faces}"/>',
  ),
  'bt.unwritten-key': lint(
    'Key that is never written',
    'No node, script or SubTree of this tree writes the key, and no other tree passes it in. The host may.',
    '<Drive goal="{gaol}"/>',
    '<Drive goal="{goal}"/>',
  ),
  'bt.palette': lint(
    'Built-in node described differently',
    'A palette repeats a node of the engine with other ports. The engine’s own description counts.',
    '<Decorator ID="Repeat"><input_port name="times"/></Decorator>',
    '<Decorator ID="RepeatTimes"><input_port name="times"/></Decorator>',
  ),
}
