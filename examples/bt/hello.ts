// npm run build && npx tsx examples/bt/hello.ts
import { pathToFileURL } from 'node:url'
import { defineAction, formatDiagnostic, input, INT32, loadTree, ms, output, STRING } from 'graft/bt'

const TREE = `
  <root BTCPP_format="4">
    <BehaviorTree ID="Hello">
      <Sequence>
        <CountLetters text="{name}" count="{letters}"/>
        <Say text="hello" _skipIf="letters == 0"/>
        <Say text="{name}"/>
      </Sequence>
    </BehaviorTree>
  </root>`

/** @param say receives each line that the tree says */
export function hello(name: string, say: (line: string) => void) {
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

  const loaded = loadTree(TREE, { nodes: [Say, CountLetters], clock: { now: () => ms(performance.now()) } })
  if (!loaded.ok) throw new Error(loaded.error.map(formatDiagnostic).join('\n'))
  loaded.value.blackboard.set('name', STRING, name)
  return loaded.value.tickOnce()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(hello('Groot', console.log))
