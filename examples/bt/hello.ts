// npm run build && npx tsx examples/bt/hello.ts
import { pathToFileURL } from 'node:url'
import {
  defineAction,
  defineCondition,
  formatDiagnostic,
  input,
  INT32,
  loadTree,
  ms,
  output,
  STRING,
} from 'graft/bt'

const TREE = `
  <root BTCPP_format="4">
    <BehaviorTree ID="Hello">
      <Sequence>
        <CountLetters text="Groot" count="{letters}"/>
        <AtLeast value="{letters}" limit="3"/>
        <Say text="hello"/>
        <Say text="{name}"/>
      </Sequence>
    </BehaviorTree>
  </root>`

export function hello(say: (line: string) => void) {
  const Say = defineAction({
    id: 'Say',
    ports: { text: input(STRING, 'what to say') },
    tick: (ctx) => (say(ctx.get('text')), 'SUCCESS'),
  })
  const CountLetters = defineAction({
    id: 'CountLetters',
    ports: { text: input(STRING), count: output(INT32) },
    tick: (ctx) => (ctx.set('count', ctx.get('text').length), 'SUCCESS'),
  })
  const AtLeast = defineCondition({
    id: 'AtLeast',
    ports: { value: input(INT32), limit: input(INT32, { default: 1 }) },
    check: (ctx) => ctx.get('value') >= ctx.get('limit'),
  })

  const loaded = loadTree(TREE, {
    nodes: [Say, CountLetters, AtLeast],
    clock: { now: () => ms(performance.now()) },
  })
  if (!loaded.ok) throw new Error(loaded.error.map(formatDiagnostic).join('\n'))
  loaded.value.blackboard.set('name', STRING, 'Groot')
  return loaded.value.tickOnce()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(hello(console.log))
