import { describe, expect, it } from 'vitest'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { checkText } from '#bt/check.js'
import type { NodeSpec } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { BT_LINTS } from '#bt/validate/lint/lints.js'
import { readNodesModel } from '#bt/xml/read-model.js'

const PALETTE = `<root BTCPP_format="4">
  <TreeNodesModel>
    <Action ID="Go">
      <input_port name="zone" type="int" min="1" max="8">Where to</input_port>
      <input_port name="speed" type="double" min="0" max="1.5" default="0.5" unit="m/s"/>
      <output_port name="reached" type="bool"/>
    </Action>
    <Condition ID="Ready"><input_port name="mode" type="enum" values="fast;slow" default="fast"/></Condition>
    <Decorator ID="Guard"><inout_port name="count" type="uint8"/></Decorator>
    <Control ID="Pipeline"/>
    <SubTree ID="Fetch"><input_port name="item"/><input_port name="tries" default="3"/></SubTree>
  </TreeNodesModel>
</root>`

const TREES = `<?xml version="1.0"?>
<root BTCPP_format="4" main_tree_to_execute="Main">
  <!-- everything that a document can hold -->
  <include path="other.xml"/>
  <BehaviorTree ID="Main">
    <ReactiveSequence name="top" _onSuccess="done := true">
      <Ready mode="slow" _skipIf="tries > 3 &amp;&amp; item == 'box'"/>
      <Fallback>
        <Go zone="3" speed='0.25' reached="{there}"/>
        <Guard count="{n}"><Action ID="Go" zone="{zone}"/></Guard>
        <SubTree ID="Fetch" item="{thing}" _autoremap="false"/>
      </Fallback>
      <RetryUntilSuccessful num_attempts="2"><Parallel success_count="1"><AlwaysFailure/><Script code="a := 1; b = a .. 'x'"/></Parallel></RetryUntilSuccessful>
      <IfThenElse><ScriptCondition code="there"/><Sleep msec="10"/></IfThenElse>
      <Switch2 variable="{choice}" case_1="1" case_2="2"><AlwaysSuccess/><SubTree ID="Other"/><Pipeline><Go zone="1"/></Pipeline></Switch2>
    </ReactiveSequence>
  </BehaviorTree>
  <BehaviorTree ID="Fetch"><Sequence><Go zone="{item}"/><Inverter><AlwaysSuccess name="a &quot;b&quot;"/></Inverter></Sequence></BehaviorTree>
</root>`
const OTHER = `<root BTCPP_format="4"><BehaviorTree ID="Other"><SetBlackboard value="1" output_key="k"/></BehaviorTree></root>`

/** What people put in the place of a word by a slip. */
const SLIPS = ['', '9', 'Sequence', '"', '<', '{x}', '&', 'Go', ' ', "'", '/>', '-1', 'true', '=', '>']

const palette = must(readNodesModel(PALETTE, 'palette.xml'), 'the palette')
const library = new NodeLibrary(palette)
const load = (path: string): string | undefined => (path === 'other.xml' ? OTHER : undefined)

/** Every word of a line with some of the slips in its place. */
function* slips(text: string, { from, line }: Line) {
  const words = [...line.matchAll(/\w+|[^\w\s]+/g)]
  for (const [index, { 0: word, index: column }] of words.entries()) {
    for (const turn of [0, 1]) {
      const slip = SLIPS[(from + 2 * index + turn) % SLIPS.length] ?? ''
      const start = from + column
      yield {
        title: `${word} → ${slip === '' ? 'nothing' : slip}`,
        text: text.slice(0, start) + slip + text.slice(start + word.length),
      }
    }
  }
}

interface Line {
  readonly number: string
  /** offset in the text */
  readonly from: number
  readonly line: string
}

function linesOf(text: string): readonly Line[] {
  let from = 0
  return text.split('\n').map((line, index) => {
    const found = { number: String(index + 1).padStart(2, '0'), from, line }
    from += line.length + 1
    return found
  })
}

const told = (found: readonly Diagnostic[]): string => found.map(formatDiagnostic).join('\n')

const asText = (specs: readonly NodeSpec[]): readonly string[] => specs.map((spec) => JSON.stringify(spec))

/** The pages are written by \`vitest run -u\`: whoever changes a message sees all places where it is told. */
describe('slips of the pen', () => {
  it('the documents without any are sound', () => {
    expect(told(checkText(TREES, { file: 'trees.xml', library, load }).diagnostics)).toBe('')
  })

  it.each(linesOf(TREES))('in line $number of a document are told as on the page', async (line) => {
    const pages = [...slips(TREES, line)].map(({ title, text }) => {
      const { diagnostics } = checkText(text, { file: 'trees.xml', library, load, lints: BT_LINTS })
      return `## ${title}\n${told(diagnostics)}\n`
    })
    await expect(pages.join('\n')).toMatchFileSnapshot(`../fixtures/slips/trees-${line.number}.txt`)
  })

  it.each(linesOf(PALETTE))('in line $number of a palette are told as on the page', async (line) => {
    const sound = new Set(asText(palette))
    const pages = [...slips(PALETTE, line)].map(({ title, text }) => {
      const read = readNodesModel(text, 'palette.xml')
      const changed = read.ok
        ? asText(read.value)
            .filter((spec) => !sound.has(spec))
            .join('\n')
        : told(read.error)
      return `## ${title}\n${changed}\n`
    })
    await expect(pages.join('\n')).toMatchFileSnapshot(`../fixtures/slips/palette-${line.number}.txt`)
  })
})
