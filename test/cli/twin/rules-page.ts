import { must } from '#base/result.js'
import { readDomain } from '#worlds/files/read-domain.js'
import { rulesMarkdown } from '#cli/twin/rules/markdown.js'
import { fieldRules } from '#twin/field/field-rules.js'

/** The text of `docs/twin/rules.md`, from the rules themselves. */
export async function rulesPage(): Promise<string> {
  const worlds = await Promise.all(['service', 'task-board'].map((name) => readDomain(name)))
  const parts = [fieldRules, ...worlds.map((world) => must(world, 'a shipped domain').rules)].map(
    rulesMarkdown,
  )
  return `${HEAD}\n${parts.join('\n')}`.trimEnd() + '\n'
}

const HEAD = `# The rules

Written by \`npx vitest run -u test/cli/twin/rules.test.ts\`; a test compares. The same on a terminal:
\`graft twin rules\`.

The twin allows a command when all its checks hold, in this order; a refusal names the first that does not. The effect
is what it foresees, and what is expected is asked of the sensors afterwards. The rules of the robot's own field are
TypeScript (\`src/twin/field/rules\`), those of the other worlds are files (\`worlds/\`, [how to write one](domains.md)).
`
