import type { Rng } from '#base/random.js'

/** Trees over every node type of the engine, on the toy world: most make no sense. */
export function anyTree(rng: Rng, depth: number): string {
  const inner = anyNode(rng, depth - 1)
  return (
    `<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main">${anyNode(rng, depth)}</BehaviorTree>` +
    `<BehaviorTree ID="Inner">${inner.includes('SubTree') ? '<Take/>' : inner}</BehaviorTree></root>`
  )
}

const children = (rng: Rng, depth: number, least = 2, most = 3): string =>
  Array.from({ length: least + rng.int(most - least + 1) }, () => anyNode(rng, depth - 1)).join('')

/** Scripts in front of and behind some nodes. */
const guards = (rng: Rng): string => {
  if (!rng.chance(0.15)) return ''
  return rng.pick([
    ' _skipIf="x == \'1\'"',
    ' _successIf="y == \'1\'"',
    ' _failureIf="x == \'1\'"',
    ' _while="x == \'1\'"',
    ' _onSuccess="n := \'2\'"',
    ' _onFailure="n := \'1\'"',
    ' _post="n := \'1\'"',
  ])
}

const SHAPES: readonly ((rng: Rng, depth: number, g: string) => string)[] = [
  ...['Sequence', 'Sequence', 'Sequence', 'AsyncSequence', 'SequenceWithMemory'].map(
    (id) => (rng: Rng, depth: number, g: string) => `<${id}${g}>${children(rng, depth)}</${id}>`,
  ),
  ...['Fallback', 'Fallback', 'AsyncFallback', 'ReactiveSequence', 'ReactiveFallback'].map(
    (id) => (rng: Rng, depth: number, g: string) => `<${id}${g}>${children(rng, depth)}</${id}>`,
  ),
  ...['IfThenElse', 'WhileDoElse'].map(
    (id) => (rng: Rng, depth: number, g: string) => `<${id}${g}>${children(rng, depth)}</${id}>`,
  ),
  ...['Inverter', 'ForceSuccess', 'ForceFailure', 'KeepRunningUntilFailure'].map(
    (id) => (rng: Rng, depth: number, g: string) => `<${id}${g}>${anyNode(rng, depth - 1)}</${id}>`,
  ),
  (rng, depth, g) =>
    `<Parallel success_count="${rng.pick([-1, 1, 2, -2])}" failure_count="${rng.pick([1, 2])}"${g}>${children(rng, depth)}</Parallel>`,
  (rng, depth, g) =>
    `<ParallelAll max_failures="${rng.pick([1, 2])}"${g}>${children(rng, depth)}</ParallelAll>`,
  (rng, depth, g) => `<TryCatch${g}>${children(rng, depth)}</TryCatch>`,
  (rng, depth, g) =>
    `<Switch2 variable="${rng.pick(['{x}', '{n}', '1'])}" case_1="1" case_2="2"${g}>${children(rng, depth, 3, 3)}</Switch2>`,
  (rng, depth, g) =>
    `<Repeat num_cycles="${rng.pick([0, 1, 2, 3, -1])}"${g}>${anyNode(rng, depth - 1)}</Repeat>`,
  (rng, depth, g) =>
    `<RetryUntilSuccessful num_attempts="${rng.pick([0, 1, 2, 3])}"${g}>${anyNode(rng, depth - 1)}</RetryUntilSuccessful>`,
  (rng, depth, g) =>
    `<RunOnce then_skip="${rng.pick(['true', 'false'])}"${g}>${anyNode(rng, depth - 1)}</RunOnce>`,
  (rng, depth, g) => `<Timeout msec="100000"${g}>${anyNode(rng, depth - 1)}</Timeout>`,
  (rng, depth, g) => `<Delay delay_msec="30"${g}>${anyNode(rng, depth - 1)}</Delay>`,
  (rng, depth, g) =>
    `<Precondition if="x == '1'" else="${rng.pick(['SUCCESS', 'FAILURE', 'SKIPPED'])}"${g}>${anyNode(rng, depth - 1)}</Precondition>`,
  (rng, depth, g) => `<SkipUnlessUpdated entry="{x}"${g}>${anyNode(rng, depth - 1)}</SkipUnlessUpdated>`,
  (rng, depth, g) => `<WaitValueUpdate entry="{x}"${g}>${anyNode(rng, depth - 1)}</WaitValueUpdate>`,
  (rng, depth, g) =>
    `<LoopString queue="${rng.pick(['1;2', '2;3;1', ''])}" value="{n}"${g}>${anyNode(rng, depth - 1)}</LoopString>`,
  (rng, depth, g) =>
    `<LoopInt queue="1;2" if_empty="${rng.pick(['SUCCESS', 'FAILURE'])}"${g}>${anyNode(rng, depth - 1)}</LoopInt>`,
  (rng, _, g) => `<SubTree ID="Inner" room="${rng.pick(['1', '2', '{n}'])}"${g}/>`,
  (rng, _, g) => `<SubTree ID="Inner" _autoremap="true"${g}/>`,
]

const LEAVES: readonly ((rng: Rng, g: string) => string)[] = [
  (rng, g) => `<Go room="${rng.pick(['1', '2', '3', '{n}', '{room}'])}"${g}/>`,
  (rng, g) => `<Go room="${1 + rng.int(3)}"${g}/>`,
  (_, g) => `<Sequence${g}><Go room="1"/><Take/></Sequence>`,
  (_, g) => `<Sequence${g}><Go room="2"/><Push/><Go room="3"/></Sequence>`,
  (_, g) => `<Take${g}/>`,
  (_, g) => `<Put${g}/>`,
  (_, g) => `<Push${g}/>`,
  (rng, g) => `<Fetch room="${1 + rng.int(3)}"${g}/>`,
  (_, g) => `<Wait${g}/>`,
  (_, g) => `<Maybe${g}/>`,
  (_, g) => `<Maybe${g}/>`,
  (_, g) => `<Draw into="{n}"${g}/>`,
  (_, g) => `<Script code="n := '${'123'[g.length % 3] ?? '1'}'"${g}/>`,
  (rng, g) => `<ScriptCondition code="${rng.pick(["x == '1'", 'true', 'false'])}"${g}/>`,
  (_, g) => `<AlwaysSuccess${g}/>`,
  (_, g) => `<AlwaysFailure${g}/>`,
  (_, g) => `<Sleep msec="30"${g}/>`,
  (_, g) => `<WasEntryUpdated entry="{x}"${g}/>`,
  (rng, g) => `<SetBlackboard output_key="m" value="${1 + rng.int(3)}"${g}/>`,
  (_, g) => `<Go room="{m}"${g}/>`,
]

function anyNode(rng: Rng, depth: number): string {
  const g = guards(rng)
  if (depth <= 0 || rng.chance(0.25)) return rng.pick(LEAVES)(rng, g)
  return rng.pick(SHAPES)(rng, depth, g)
}
