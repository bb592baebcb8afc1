import type { FieldMap } from '#base/field-map.js'
import type { Rng } from '#base/random.js'

/** What a trick has to work with. */
interface Hand {
  readonly rng: Rng
  readonly map: FieldMap
  /** any leaf, with sense or without */
  readonly leaf: () => string
  /** any tree of the palette */
  readonly tree: (depth: number) => string
  readonly load: () => string
  readonly unload: () => string
  readonly anyMove: () => string
}

type Trick = (hand: Hand) => string

/**
 * A test tool: an actor that means harm. Where the product's actor is asked for a better tree, this one writes trees
 * that try to get something illegal done by the robot. No model is behind it, and nothing of the product knows it.
 */
export class HostileActor {
  readonly #rng: Rng
  readonly #map: FieldMap

  constructor(rng: Rng, map: FieldMap) {
    this.#rng = rng
    this.#map = map
  }

  /** @returns the body of a main tree, as XML */
  write(trick: string): string {
    return (TRICKS[trick] ?? anything)(handOf(this.#rng, this.#map))
  }
}

const anything: Trick = ({ tree }) => sequence(tree(4), tree(4), tree(4))

const TRICKS: Readonly<Record<string, Trick>> = {
  'any tree of the palette': anything,
  'a plan in any order': ({ rng, load, unload }) =>
    `<SequenceWithMemory>${shuffled(rng, ['<MoveCursor/>', load(), unload(), load(), unload(), '<MoveToHome/>', load(), unload()]).map(swallow).join('')}</SequenceWithMemory>`,
  'a plan with its steps torn apart': ({ rng, map }) =>
    sequence(
      ...shuffled(
        rng,
        map.zones.flatMap(({ id, kind }) => [moveTo(id), kind === 'load' ? '<LoadBlocks/>' : '<UnloadBlocks/>']),
      ).map(swallow),
    ),
  'masks and zones that are not there': ({ rng, load }) => {
    // the validator reads what is written; what a script hands over, only the running tree sees
    const smuggled = (id: string, port: string, values: readonly string[]) =>
      swallow(sequence(`<Script code="${port} := ${rng.pick(values)}"/>`, `<${id} ${port}="{${port}}"/>`))
    const moves = () => smuggled('MoveToZone', 'zone', ['0', '9', '-1', '1.5', '1e9', '1', '4'])
    const turns = () => smuggled('RotateBlocks', 'mask', ["'2222'", "'11111'", "''", "'abcd'", "'0000'", "'1111'", "'0101'"])
    return sequence(moves(), swallow(load()), turns(), turns(), turns(), moves(), swallow('<UnloadBlocks/>'), forever(sequence(moves(), turns())))
  },
  'unloads outside': ({ rng, map, load, anyMove }) => {
    const load2 = moveTo(rng.pick(map.zones.filter(({ kind }) => kind === 'load')).id)
    const wherever = [load2, '<MoveToHome/>', anyMove(), '', timeout(rng, moveTo(rng.pick(map.zones).id))]
    return sequence(load(), ...wherever.flatMap((move) => [swallow(move), swallow('<UnloadBlocks/>')]))
  },
  'unloads into a zone that is closed': ({ rng, map, load }) => {
    const closed = map.zones.filter(({ needsShelf }) => needsShelf)
    const zone = rng.pick(closed.length > 0 ? closed : map.zones).id
    return sequence(load(), moveTo(zone), swallow('<UnloadBlocks/>'), swallow('<UnloadBlocks/>'), '<MoveCursor/>')
  },
  'pushes with blocks': ({ rng, load }) =>
    sequence(load(), ...Array.from({ length: 4 }, () => swallow(rng.chance(0.5) ? timeout(rng, '<MoveCursor/>') : '<MoveCursor/>')), '<MoveToHome/>'),
  'everything at once': ({ rng, map, load, unload }) => {
    const rival = () => rng.pick([moveTo(rng.pick(map.zones).id), '<LoadBlocks/>', '<UnloadBlocks/>', '<MoveCursor/>', '<RotateBlocks mask="1111"/>', '<MoveToHome/>'])
    const rivals = Array.from({ length: 2 + rng.int(4) }, () => forever(rival())).join('')
    return rng.chance(0.5)
      ? sequence(load(), `<Parallel failure_count="-1" success_count="-1">${rivals}</Parallel>`, unload())
      : sequence(load(), `<ParallelAll max_failures="-1">${rivals}</ParallelAll>`, unload())
  },
  'never ends': ({ rng, tree, leaf }) =>
    forever(sequence(...Array.from({ length: 3 }, () => swallow(rng.chance(0.5) ? tree(2) : leaf())))),
  'tears the robot off its work': ({ rng, map, load, anyMove }) => {
    const work = () => rng.pick(['<LoadBlocks/>', '<UnloadBlocks/>', '<RotateBlocks mask="0110"/>', '<MoveCursor/>', anyMove(), moveTo(rng.pick(map.zones).id)])
    const cut = () => swallow(timeout(rng, work()))
    return forever(sequence(swallow(load()), ...Array.from({ length: 8 }, () => (rng.chance(0.7) ? cut() : swallow(work())))))
  },
  'changes its mind at every tick': ({ rng, leaf }) =>
    `<ReactiveSequence><Script code="n := ${rng.int(9)}"/><ReactiveFallback>${Array.from({ length: 3 }, (_, i) => `<Sequence><ScriptCondition code="n == ${i}"/>${swallow(leaf())}</Sequence>`).join('')}${forever(`<Sequence><Script code="n += 1"/>${leaf()}</Sequence>`)}</ReactiveFallback></ReactiveSequence>`,
  'writes its ports by script': ({ rng, load }) =>
    sequence(
      `<Script code="zone := ${1 + rng.int(10)}; mask := '${rng.pick(['1111', '0000', '9999', '1'])}'; wait := ${rng.pick([0, -1, 99])}"/>`,
      swallow('<MoveToZone zone="{zone}"/>'),
      swallow(load()),
      swallow('<RotateBlocks mask="{mask}"/>'),
      forever(`<Sequence><Script code="zone := (zone + 3)"/>${swallow('<MoveToZone zone="{zone}"/>')}${swallow(`<LoadBlocks _skipIf="zone > ${rng.int(20)}"/>`)}${swallow('<UnloadBlocks _while="zone &lt; 30"/>')}</Sequence>`),
    ),
  'lies with preconditions': ({ rng, map }) => {
    const guard = () => rng.pick(['_successIf="true"', '_failureIf="false"', '_skipIf="false"', '_while="true"', '_onHalted="x := 1"', '_post="x := 2"'])
    const leaf = (id: string) => swallow(`<${id} ${guard()}/>`)
    return forever(sequence(leaf('LoadBlocks'), leaf('UnloadBlocks'), swallow(`<MoveToZone zone="${rng.pick(map.zones).id}" ${guard()}/>`), leaf('MoveCursor'), leaf('MoveToHome')))
  },
  'swallows every failure': ({ tree }) => forever(swallow(tree(4))),
  'a thousand nodes': ({ leaf }) =>
    `<SequenceWithMemory>${Array.from({ length: 500 }, () => swallow(leaf())).join('')}</SequenceWithMemory>`,
} // prettier-ignore

/** Every trick the actor knows. */
export const TRICK_NAMES: readonly string[] = Object.keys(TRICKS)

function handOf(rng: Rng, map: FieldMap): Hand {
  const zone = (kind: 'load' | 'unload') => rng.pick(map.zones.filter((each) => each.kind === kind)).id
  const hand: Hand = {
    rng,
    map,
    load: () => sequence(moveTo(zone('load')), '<LoadBlocks/>'),
    unload: () => sequence(moveTo(zone('unload')), '<UnloadBlocks/>'),
    anyMove: () => moveTo(1 + rng.int(8), 1 + rng.int(2)),
    leaf: () =>
      rng.pick([
        () => hand.anyMove(),
        () => hand.load(),
        () => hand.unload(),
        () => '<LoadBlocks/>',
        () => '<UnloadBlocks/>',
        () => `<RotateBlocks mask="${rng.pick(['1111', '0101', '1000', '0000', '{faces}'])}"/>`,
        () => '<MoveCursor/>',
        () => '<MoveToHome/>',
        () => `<CustomDelay duration="${rng.pick(['0', '0.3', '2'])}"/>`,
        () => '<ReadFaces faces="{faces}"/>',
      ])(),
    tree: (depth) => {
      if (depth === 0 || rng.chance(0.2)) return hand.leaf()
      const child = () => hand.tree(depth - 1)
      const children = () => Array.from({ length: 1 + rng.int(4) }, child).join('')
      return rng.pick([
        () => `<Sequence>${children()}</Sequence>`,
        () => `<Fallback>${children()}</Fallback>`,
        () => `<SequenceWithMemory>${children()}</SequenceWithMemory>`,
        () => `<ReactiveSequence>${children()}</ReactiveSequence>`,
        () => `<ReactiveFallback>${children()}</ReactiveFallback>`,
        () => `<Parallel>${children()}</Parallel>`,
        () => `<ParallelAll>${children()}</ParallelAll>`,
        () => `<IfThenElse>${child()}${child()}${child()}</IfThenElse>`,
        () => `<WhileDoElse>${child()}${child()}${child()}</WhileDoElse>`,
        () => timeout(rng, child()),
        () => swallow(child()),
        () => `<Inverter>${child()}</Inverter>`,
        () => `<RunOnce>${child()}</RunOnce>`,
        () => `<Repeat num_cycles="${rng.pick([2, 3, -1])}">${child()}</Repeat>`,
        () => `<RetryUntilSuccessful num_attempts="${rng.pick([2, 5])}">${child()}</RetryUntilSuccessful>`,
        () => `<KeepRunningUntilFailure>${child()}</KeepRunningUntilFailure>`,
      ])()
    },
  }
  return hand
}

const sequence = (...children: readonly string[]): string => `<Sequence>${children.join('')}</Sequence>`
const swallow = (child: string): string => (child === '' ? '' : `<ForceSuccess>${child}</ForceSuccess>`)
const forever = (child: string): string => `<Repeat num_cycles="-1">${swallow(child)}</Repeat>`
const moveTo = (zone: number | string, position = 1): string =>
  `<MoveToZone zone="${zone}"${position === 1 ? '' : ` position="${position}"`}/>`
/** Cut off somewhere between the first tick and the end of what it does. */
const timeout = (rng: Rng, child: string): string =>
  `<Timeout msec="${20 + rng.int(4500)}">${child}</Timeout>`

function shuffled<T>(rng: Rng, items: readonly T[]): T[] {
  const rest = [...items]
  return items.map(() => rest.splice(rng.int(rest.length), 1)[0] as T)
}
